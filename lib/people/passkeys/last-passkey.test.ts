import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { queryRows } from "@/lib/platform/db/database";
import { addSecondPasskey, joinConsole } from "@/tests/support/core/console-people";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutRowLocks } from "@/tests/support/sabotage/without-row-locks";

import { removePasskey } from "./remove-passkey";

/** Removes both passkeys of a person at once, slowly enough for the calls to overlap. Returns how many are left. */
async function passkeysLeft(weaken: (ctx: Context) => Context): Promise<number> {
  const test = await openTestContext();
  try {
    const person = await joinConsole(test);
    const keys = [person.passkey, await addSecondPasskey(person.ctx)].map(
      (passkey) => passkey.sign({ challenge: "" }).id,
    );
    await queryRows(
      test.ctx.db,
      sql`create function slow_removal() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.5); return old; end $$`,
    );
    await queryRows(
      test.ctx.db,
      sql`create trigger slow_removal before delete on passkeys for each row execute function slow_removal()`,
    );
    await Promise.all(keys.map((id) => removePasskey(weaken(person.ctx), id)));
    return (await queryRows(test.ctx.db, sql`select from passkeys`)).length;
  } finally {
    await test.close();
  }
}

it.runIf(onPostgres)("one passkey stays of two that are removed at once; without the lock none does", async () => {
  expect(await passkeysLeft((ctx) => ctx)).toBe(1);
  expect(await passkeysLeft((ctx) => withoutRowLocks(ctx).ctx)).toBe(0);
});
