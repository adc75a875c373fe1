import type { Draw } from "@/lib/draws/schema";
import { hourMs, minuteMs } from "@/lib/durations";
import type { LocalText } from "@/lib/local-text";
import { createLocalTime } from "@/lib/local-time";
import { toDollars } from "@/lib/money";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import type { DrawSales, HalfHourSales } from "@/lib/reports/hours/rules";
import type { DaySales, HourFigures, PartFigures, SalesFigures, SalesPart } from "./rules";
import { salesParts } from "./rules";

type DayFacts = {
  draw: Pick<Draw, "teams" | "timeZone">;
  span: { from: Date; to: Date };
  isToday: boolean;
  /** By the device's id. */
  deviceNames: ReadonlyMap<string, string>;
  now: Date;
};

export function toDaySales({ halfHours, completeUntil }: DrawSales, facts: DayFacts): DaySales {
  const refundedCents = halfHours.reduce((cents, { voidCents }) => cents + voidCents, 0);
  return {
    startsAt: facts.span.from.toISOString(),
    isToday: facts.isToday,
    total: { ...sumFigures(halfHours), refunded: toDollars(refundedCents) },
    hours: listHours(halfHours, facts),
    parts: listParts(halfHours, facts),
    completeUntil: completeUntil?.toISOString() ?? null,
  };
}

function sumFigures(rows: readonly HalfHourSales[]): SalesFigures {
  const add = (figure: "orders" | "tickets" | "amountCents") => rows.reduce((sum, row) => sum + row[figure], 0);
  return { orders: add("orders"), tickets: add("tickets"), amount: toDollars(add("amountCents")) };
}

function groupBy(rows: readonly HalfHourSales[], getKey: (row: HalfHourSales) => string) {
  const groups = new Map<string, HalfHourSales[]>();
  for (const row of rows) {
    const group = groups.get(getKey(row));
    if (group) group.push(row);
    else groups.set(getKey(row), [row]);
  }
  return groups;
}

/** All hours from the first sale to the last, or to now, so that an hour without sales shows. */
function listHours(rows: readonly HalfHourSales[], { draw, isToday, now }: DayFacts): HourFigures[] {
  const localTime = createLocalTime(draw.timeZone);
  const getHour = (at: Date) => {
    const halfHourMs = Math.floor(at.getTime() / (30 * minuteMs)) * 30 * minuteMs;
    return halfHourMs - (Number(localTime(new Date(halfHourMs)).slice(14, 16)) % 60) * minuteMs;
  };
  const hours = groupBy(rows, ({ startsAt }) => String(getHour(startsAt)));
  const starts = [...hours.keys()].map(Number);
  if (starts.length === 0) return [];
  const last = Math.max(...starts, ...(isToday ? [getHour(now)] : []));
  const first = Math.min(...starts);
  return Array.from({ length: (last - first) / hourMs + 1 }, (_none, index) => first + index * hourMs).map((atMs) => ({
    startsAt: new Date(atMs).toISOString(),
    ...sumFigures(hours.get(String(atMs)) ?? []),
  }));
}

const keys: Record<SalesPart, (row: HalfHourSales) => string> = {
  channel: ({ deviceId }) => (deviceId ? "device" : "web"),
  method: ({ method }) => toPaymentMethod(method) ?? "",
  tablet: ({ deviceId }) => deviceId,
  operator: ({ operator }) => operator,
  team: ({ teamId }) => teamId,
};

/** Leaves out parts that tell nothing: tablets and operators without any, and teams if nobody chose one. */
function listParts(rows: readonly HalfHourSales[], { draw, deviceNames }: DayFacts): DaySales["parts"] {
  const teams = new Map(draw.teams.flatMap(({ teams: all }) => all.map(({ id, name }) => [id, name as LocalText])));
  const names: Record<SalesPart, (key: string) => LocalText | null> = {
    channel: () => null,
    method: () => null,
    tablet: (key) => deviceNames.get(key) ?? (key || null),
    operator: (key) => key || null,
    team: (key) => teams.get(key) ?? (key || null),
  };
  return salesParts.flatMap((part) => {
    const isOfTablets = part === "tablet" || part === "operator";
    const groups = [...groupBy(rows, keys[part])].filter(([key]) => key !== "" || !isOfTablets);
    const figures = groups.map(([key, group]): PartFigures => ({ key, name: names[part](key), ...sumFigures(group) }));
    const isTelling = figures.some(({ key }) => key !== "");
    return isTelling ? [{ part, rows: figures.sort((left, right) => right.amount - left.amount) }] : [];
  });
}
