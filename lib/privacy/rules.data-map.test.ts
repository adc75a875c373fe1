import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import type { TableData } from "./rules.data-map";
import { dataMap } from "./rules.data-map";

async function readTables(): Promise<Map<string, string[]>> {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|\/)tables(\.[a-z]+)?\.ts$/.test(file),
  );
  const modules = await Promise.all(
    files.map((file): Promise<object> => import(pathToFileURL(resolve(join("lib", file))).href)),
  );
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  return new Map(
    tables.map((table) => {
      const { name, columns } = getTableConfig(table);
      return [name, columns.map((column) => column.name).sort()];
    }),
  );
}

function differencesOf(map: Record<string, TableData>, tables: Map<string, string[]>): string[] {
  const mapped = Object.entries(map).flatMap(([table, { personal, other }]) =>
    [...Object.keys(personal), ...other].map((column) => `${table}.${column}`),
  );
  const defined = [...tables].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
  const unmapped = defined.filter((column) => !mapped.includes(column)).map((column) => `not in the map: ${column}`);
  const unknown = mapped.filter((column) => !defined.includes(column)).map((column) => `no such column: ${column}`);
  const repeated = mapped
    .filter((column, index) => mapped.indexOf(column) !== index)
    .map((column) => `twice: ${column}`);
  return [...unmapped, ...unknown, ...repeated];
}

it("maps every column of every table", async () => {
  expect(differencesOf(dataMap, await readTables())).toEqual([]);
});

it("notices a new column and a new table", async () => {
  const tables = await readTables();
  tables.set("orders", [...(tables.get("orders") ?? []), "birth_date"]);
  tables.set("newsletters", ["email"]);
  expect(differencesOf(dataMap, tables)).toEqual([
    "not in the map: orders.birth_date",
    "not in the map: newsletters.email",
  ]);
});

it("has a row in docs/privacy.md for each column with personal data, with what erasing does", () => {
  const rows = readFileSync("docs/privacy.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const told = rows.map((row) => {
    const [, column = "", , , , handling = ""] = row.split("|").map((cell) => cell.trim());
    return `${column} ${handling.split(/[ :;]/)[0]}`;
  });
  const known = Object.entries(dataMap).flatMap(([table, { personal }]) =>
    Object.entries(personal).map(([column, [, handling]]) => `\`${table}.${column}\` ${handling}`),
  );
  expect(told.filter((row) => row.includes(".")).sort()).toEqual(known.sort());
});
