import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { indexSearchTerms } from "@/lib/console/index-search-terms";
import { addNote } from "@/lib/console/orders/add-note";
import { queryRows } from "@/lib/platform/db/database";
import { findText } from "@/tests/support/core/find-text";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import { buyPlanted } from "@/tests/support/core/planted-person";
import { openTestContext } from "@/tests/support/core/test-context";

/** The statements for operators in docs/operations.md, Across the first console. */
const statements =
  /```sql\n(truncate order_words[\s\S]+?)```/.exec(readFileSync("docs/operations.md", "utf8"))?.[1] ?? "";

it("what a process of before the console has erased or corrected is mended by the statements of the upgrade", async () => {
  const test = await openTestContext();
  try {
    const { db } = test.ctx;
    await openDraw(test, "upgraded");
    const erased = await buyPlanted(test, "upgraded");
    const corrected = await place(test, "upgraded");
    await pay(test.ctx, corrected);
    test.clock.advance(120_000);
    await indexSearchTerms(test.ctx);
    for (const order of [erased, corrected]) await addNote(test.admin, order, { text: "Zephirine called." });

    // Erases like the previous version, which had neither search terms nor notes.
    await queryRows(
      db,
      sql`update orders set erased_at = placed_at, erased_province = buyer ->> 'province', buyer = null,
        card_last_four = null, client_key = '', request_hash = '' where order_id = ${erased.orderId}`,
    );
    await queryRows(
      db,
      sql`update orders set buyer = jsonb_set(buyer, '{name}', '"Ludivine Roy"') where order_id = ${corrected.orderId}`,
    );
    expect(await findText(db, "quagmire")).toEqual(["order_words.word"]);
    expect(await findText(db, "tremblay")).toEqual(["order_words.word"]);

    expect(statements.split(";")).toHaveLength(3);
    for (const statement of statements.split(";").slice(0, -1)) await queryRows(db, sql.raw(statement));
    await indexSearchTerms(test.ctx);
    expect([await findText(db, "quagmire"), await findText(db, "tremblay")]).toEqual([[], []]);
    expect(await findText(db, "ludivine")).toEqual(["order_words.word", "orders.buyer"]);
    const notes = await queryRows<{ order_id: string }>(db, sql`select order_id from order_notes`);
    expect(notes).toEqual([{ order_id: corrected.orderId }]);
  } finally {
    await test.close();
  }
});
