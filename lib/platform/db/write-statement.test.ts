import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

import { orders } from "@/lib/orders/tables";
import { writeStatement } from "./write-statement";

const dialect = new PgDialect();
const inner = sql`coalesce(${null}::text, ${"$1"})`;

/** Text and values; the types of values are of no use to our drivers. */
function queryOf(statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, params };
}

describe("a statement", () => {
  it.each<[string, SQL]>([
    ["of text alone", sql`select 1`],
    ["of values", sql`select ${1}, ${"a"}, ${true}, ${null}::text`],
    ["of statements that come twice", sql`select ${inner}, ${inner} where ${sql.raw("limit 5")} = ${7}`],
    ["of lists as one value", sql`select any(${sql.param([1, 2])}::int[]), ${sql.param("x")}, ${sql.param(null)}`],
    ["that is joined", sql.join([inner, sql`${2}`], sql`, `)],
    ["of nothing", sql.empty()],
  ])("%s is what Drizzle writes", (_name, statement) => {
    const written = writeStatement(statement);
    expect(written).not.toBe(statement);
    expect(queryOf(written)).toEqual(queryOf(statement));
    // A negative control takes a condition out of them.
    expect(queryOf(sql.join(written.queryChunks as SQL[]))).toEqual(queryOf(statement));
  });

  it.each<[string, SQL]>([
    ["a table", sql`select from ${orders}`],
    ["a column", sql`select ${orders.drawId}`],
    ["a list as rows", sql`select ${[1, 2]}`],
    ["a date", sql`select ${new Date(0)}`],
    ["nothing at all", sql`select 1 ${undefined}`],
    ["a value with a statement in it", sql`select ${sql.param(inner)}`],
    ["a value to come", sql`select ${sql.placeholder("name")}`],
    ["values in its text", sql`select ${sql`${1}`.inlineParams()}`],
  ])("with %s in it is left to Drizzle", (_name, statement) => {
    expect(writeStatement(statement)).toBe(statement);
  });
});
