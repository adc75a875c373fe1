import type { ReportHead, ReportPool, ReportRange } from "@/lib/reports/rules";

import { count, dollars } from "@/scripts/command/amounts";
import type { Column } from "@/scripts/command/text-table";
import { column, tableHeading, tableLine } from "@/scripts/command/text-table";
import { clock, describeSale } from "./report-labels";

/** In characters. A screen this wide also shows the package of each range. */
const wideScreenColumns = 100;

export type RowWriter = (row: ReportRange) => string[];

/** Column widths come from the head, because rows arrive one by one. */
export function openRows(head: ReportHead, screen: number): RowWriter {
  let columns: Column[] = [];
  let poolId: string | undefined;
  let day: string | null = null;

  function beginPool(row: ReportRange): string[] {
    const pool = head.pools.find((known) => known.poolId === row.poolId);
    if (!pool || poolId === row.poolId) return [];
    [poolId, day, columns] = [row.poolId, null, createColumns(pool, row, screen)];
    return ["", `Numbers of pool ${poolId}`, tableHeading(columns)];
  }

  function beginDay({ soldAt }: ReportRange): string[] {
    const next = soldAt?.slice(0, 10) ?? null;
    if (!next || next === day) return [];
    day = next;
    return [`  ${day}`];
  }

  function rowLines(row: ReportRange): string[] {
    const numbers = [formatNumbers(row), count(row.tickets)];
    if (row.state === "never-issued") return [tableLine(columns, [...numbers, "never issued"])];
    const sold = row.soldAt ? clock(row.soldAt).slice(11) : "no date";
    const how = describeSale(row.channel, row.method);
    const amount = row.amountCents === null ? "?" : dollars(row.amountCents);
    const cells = [...numbers, row.state, row.orderCode ?? "?", sold, how, amount];
    const line = tableLine(columns, columns.length > cells.length ? [...cells, formatPackage(row)] : cells);
    return row.voidedAt ? [line, `    void since ${clock(row.voidedAt)}`] : [line];
  }

  return (row) => [...beginPool(row), ...beginDay(row), ...rowLines(row)];
}

function createColumns(pool: ReportPool, { orderCode }: ReportRange, screen: number): Column[] {
  const highest = Math.max(pool.limit ?? 0, pool.sold + pool.void);
  const digits = String(highest).length;
  const baseColumns = [
    column("Numbers", "left", 2 * digits + 1),
    column("Tickets", "right", count(highest).length),
    column("State", "left", 4),
    column("Order", "left", orderCode?.length),
    column("Sold at", "left", "13:05:12 -05:00".length),
    column("How", "left", "web card".length),
    column("Amount", "right", dollars(Math.min(pool.salesCents, 99_999)).length),
  ];
  return screen < wideScreenColumns ? baseColumns : [...baseColumns, column("Package", "left")];
}

function formatNumbers({ first, last }: ReportRange): string {
  return first === last ? String(first) : `${first}-${last}`;
}

function formatPackage({ packageId, bundleId }: ReportRange): string {
  return bundleId ? `${packageId} in ${bundleId}` : (packageId ?? "?");
}
