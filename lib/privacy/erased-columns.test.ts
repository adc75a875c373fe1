import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import { systemActor } from "@/lib/audit/rules";
import { indexSearchTerms } from "@/lib/console/index-search-terms";
import { addNote } from "@/lib/console/orders/add-note";
import type { OrderView } from "@/lib/orders/rules";
import { eraseAccess } from "@/lib/people/erase-access";
import { revokePerson } from "@/lib/people/revoke-person";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { joinConsole } from "@/tests/support/core/console-people";
import { buyPlanted, cancelPlanted, dayMs, openDrawWithWinner, planted } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { exportBuyer } from "./export-buyer";
import type { TableData } from "./rules.data-map";
import { dataMap } from "./rules.data-map";
import { shrinkOrders } from "./shrink-orders";
import { eraseOrders, knownBuyerCondition } from "./store";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
});
afterAll(() => test.close());

type Column = { table: string; name: string; type: string; key: "order_id" | "person_id" };

async function listErasedColumns(map: Record<string, TableData>): Promise<Column[]> {
  const defined = await queryRows<{ table: string; name: string; type: string }>(
    test.ctx.db,
    sql`select table_name as "table", column_name as "name", data_type as "type" from information_schema.columns
      where table_schema = 'public'`,
  );
  return defined.flatMap(({ table, name, type }) => {
    if (map[table]?.personal[name]?.[1] !== "erased") return [];
    const key = (["order_id", "person_id"] as const).find((id) =>
      defined.some((other) => other.table === table && other.name === id),
    );
    if (!key) throw new Error(`${table} has no column that says whose row it is.`);
    return [{ table, name, type, key }];
  });
}

const labelOf = ({ table, name }: Column) => `${table}.${name}`;

/** An email address is accepted as a name, too. */
const emailFor = (table: string, name: string) => `${name}@${table}.example`;

/** The person of the console is also a buyer with this address. */
const email = emailFor("persons", "email");

/** The test looks for `text`; `literal` is the value as PostgreSQL reads it. */
function sampleOf({ table, name, type }: Column): { text: string; literal: string } {
  const text = emailFor(table, name);
  if (type === "text") return { text, literal: text };
  if (type === "ARRAY") return { text, literal: `{${text}}` };
  if (type === "jsonb") return { text, literal: JSON.stringify({ ...planted, email, name: text }) };
  if (type === "integer") return { text: "20010203", literal: "20010203" };
  if (type === "date" || type.startsWith("timestamp")) return { text: "2001-02-03", literal: "2001-02-03" };
  throw new Error(`${table}.${name} is of the type ${type}, which has no sample yet.`);
}

/** Writes into one row only, because some columns are keys. */
async function writeSample(column: Column, id: string): Promise<void> {
  const [table, name, key] = [column.table, column.name, column.key].map((each) => sql.identifier(each));
  const rows = await queryRows(
    test.ctx.db,
    sql`update ${table} set ${name} = ${sql.raw(`'${sampleOf(column).literal}'`)}
      where ctid = (select ctid from ${table} where ${key} = ${id} limit 1) returning 1`,
  );
  if (rows.length === 0) throw new Error(`${column.table} has no row of this ${column.key}: add one to the test.`);
}

async function listKept(columns: readonly Column[], id: string): Promise<string[]> {
  const kept: string[] = [];
  for (const column of columns) {
    const [table, name, key] = [column.table, column.name, column.key].map((each) => sql.identifier(each));
    const keptCondition = sql`${key} = ${id} and ${name}::text not in ('', '{}')`;
    const rows = await queryRows(test.ctx.db, sql`select from ${table} where ${keptCondition}`);
    if (rows.length > 0) kept.push(labelOf(column));
  }
  return kept;
}

async function note(order: OrderView): Promise<OrderView> {
  const noted = await addNote(test.admin, order, { text: "Called back." });
  if (!noted.ok) throw new Error(noted.reason);
  return order;
}

async function writeSamples(columns: readonly Column[], id: string): Promise<void> {
  for (const column of columns) await writeSample(column, id);
}

/** Returns the part of the document that lists what an export leaves out. */
function readLeftOut(): string {
  const [, section = ""] = readFileSync("docs/privacy.md", "utf8").split("Left out are");
  return section.split("###")[0] ?? "";
}

async function listNotExported(columns: readonly Column[]): Promise<string[]> {
  const exported = JSON.stringify(await exportBuyer(test.admin, { email }));
  const leftOut = readLeftOut();
  const missing = columns.filter((column) => !exported.includes(sampleOf(column).text));
  return missing.map(labelOf).filter((label) => !leftOut.includes(`\`${label}\``));
}

/** A hash of a request identifies no buyer by itself. */
const unnoticedAlone = ["orders.request_hash"];

/** An order must be erased even if this column is the only one that still has a value. */
async function listUnnoticed(columns: readonly Column[], id: string): Promise<string[]> {
  const unnoticed: string[] = [];
  for (const column of columns) {
    const values = columns.map(({ name }) =>
      name === column.name ? sql.identifier(name) : sql`null as ${sql.identifier(name)}`,
    );
    const rows = await queryRows(
      test.ctx.db,
      sql`select from (select erased_at, ${sql.join(values, sql`, `)} from orders where order_id = ${id}) o
        where ${knownBuyerCondition}`,
    );
    if (rows.length === 0 && !unnoticedAlone.includes(labelOf(column))) unnoticed.push(labelOf(column));
  }
  return unnoticed;
}

async function listRewritable(columns: readonly Column[], id: string): Promise<string[]> {
  const rewritable: string[] = [];
  for (const column of columns) {
    const constraint = await writeSample(column, id).then(() => null, findBrokenConstraint);
    if (!constraint?.startsWith("orders_erased")) rewritable.push(labelOf(column));
  }
  return rewritable;
}

/** Only paid orders have search terms. */
const tablesOfPaidOrders = ["order_words"];

type Stage = { sold: OrderView; abandoned: OrderView; personId: string };

/** A paid order, an order without a payment attempt, and a person of the console. */
async function openStage(): Promise<Stage> {
  await openDrawWithWinner(test, "draw");
  const sold = await note(await buyPlanted(test, "draw"));
  test.clock.advance(dayMs);
  await indexSearchTerms(test.ctx);
  const abandoned = await note(await cancelPlanted(test, "draw"));
  const { personId } = await joinConsole(test, [{ role: "auditor", scope: { kind: "everything" } }]);
  return { sold, abandoned, personId };
}

async function eraseStage({ sold, personId }: Stage): Promise<void> {
  const erasure = { drawId: "draw", orderIds: [sold.orderId], now: test.clock.now(), actor: systemActor };
  expect(await test.ctx.db.transaction((tx) => eraseOrders(tx, erasure))).toEqual([sold.orderId]);
  test.clock.advance(dayMs);
  expect(await shrinkOrders(test.ctx)).toBe(1);
  await revokePerson(test.admin, personId);
  expect(await eraseAccess(test.admin, { email, isDryRun: false })).toBe("erased");
}

/** Finds columns that the map calls erased but that keep their value, with the place to change. */
async function findGaps(map: Record<string, TableData>): Promise<string[]> {
  const columns = await listErasedColumns(map);
  const ofBuyer = columns.filter(({ key }) => key === "order_id");
  const ofPerson = columns.filter(({ key }) => key === "person_id");
  const ofOrder = columns.filter(({ table }) => table === "orders");
  const ofAbandoned = ofBuyer.filter(({ table }) => !tablesOfPaidOrders.includes(table));
  const stage = await openStage();
  const [sold, abandoned] = [stage.sold.orderId, stage.abandoned.orderId];
  await writeSamples(ofBuyer, sold);
  await writeSamples(ofPerson, stage.personId);
  const notExported = await listNotExported(columns);
  const unnoticed = await listUnnoticed(ofOrder, sold);
  await writeSamples(ofAbandoned, abandoned);
  await eraseStage(stage);
  const gaps = {
    "eraseOrders (lib/privacy/store.ts) keeps it": await listKept(ofBuyer, sold),
    "shrinkAbandoned (lib/privacy/store.stubs.ts) keeps it": await listKept(ofAbandoned, abandoned),
    "deletePerson (lib/people/store.erasure.ts) keeps it": await listKept(ofPerson, stage.personId),
    "export-person.ts or lib/people/export-access.ts leaves it out": notExported,
    "knownBuyerCondition (lib/privacy/store.ts) doesn't look at it": unnoticed,
    "the check orders_erased (lib/orders/tables.ts) lets it be written again": await listRewritable(ofOrder, sold),
  };
  return Object.entries(gaps).flatMap(([gap, labels]) =>
    labels.map((label) => `${label} is erased in the data map, but ${gap}`),
  );
}

it("what the data map says is erased is exported before, gone after, and can't come back", async () => {
  expect(await findGaps(dataMap)).toEqual([]);
});

it("notices a column that the data map says is erased and that nothing erases", async () => {
  const orders: TableData = { personal: { ...dataMap.orders?.personal, operator: ["buyer", "erased"] }, other: [] };
  expect(await findGaps({ ...dataMap, orders })).toEqual(
    [
      "eraseOrders (lib/privacy/store.ts) keeps it",
      "shrinkAbandoned (lib/privacy/store.stubs.ts) keeps it",
      "export-person.ts or lib/people/export-access.ts leaves it out",
      "knownBuyerCondition (lib/privacy/store.ts) doesn't look at it",
      "the check orders_erased (lib/orders/tables.ts) lets it be written again",
    ].map((gap) => `orders.operator is erased in the data map, but ${gap}`),
  );
});
