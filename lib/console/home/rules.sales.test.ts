import { expect, it } from "vitest";

import type { HalfHourSales } from "@/lib/reports/hours/rules";

import { toDaySales } from "./rules.sales";

const sale = (startsAt: string, more: Partial<HalfHourSales> = {}): HalfHourSales => ({
  startsAt: new Date(startsAt),
  ...{ method: "token" as const, deviceId: "", operator: "", teamId: "", orders: 1, tickets: 2, amountCents: 1005 },
  ...{ voidTickets: 0, voidCents: 0, ...more },
});

function dayIn(timeZone: string, halfHours: HalfHourSales[], now = "2026-11-01T20:10:00Z", isToday = false) {
  const span = { from: new Date("2026-11-01T04:00:00Z"), to: new Date("2026-11-02T05:00:00Z") };
  const facts = { draw: { timeZone, teams: [] }, span, isToday, deviceNames: new Map(), now: new Date(now) };
  return toDaySales({ halfHours, completeUntil: null }, facts);
}

const starts = ({ hours }: ReturnType<typeof dayIn>) => hours.map(({ startsAt }) => startsAt.slice(11, 16));

it("hours are those on the clock of the draw, half past in St. John's", () => {
  const halfHours = [sale("2026-11-01T17:00:00Z"), sale("2026-11-01T17:30:00Z")];
  expect(starts(dayIn("America/Toronto", halfHours))).toEqual(["17:00"]);
  expect(starts(dayIn("America/St_Johns", halfHours))).toEqual(["16:30", "17:30"]);
});

it("the hour that repeats when clocks go back is two, and hours without sales stay", () => {
  const halfHours = [sale("2026-11-01T05:30:00Z"), sale("2026-11-01T06:30:00Z"), sale("2026-11-01T08:00:00Z")];
  const day = dayIn("America/Toronto", halfHours);
  expect(starts(day)).toEqual(["05:00", "06:00", "07:00", "08:00"]);
  expect(day.hours.map(({ amount }) => amount)).toEqual([10.05, 10.05, 0, 10.05]);
});

it("today's hours reach to now, another day's to its last sale", () => {
  const halfHours = [sale("2026-11-01T18:00:00Z")];
  expect(starts(dayIn("America/Toronto", halfHours, "2026-11-01T20:10:00Z", true))).toEqual([
    "18:00",
    "19:00",
    "20:00",
  ]);
  expect(starts(dayIn("America/Toronto", halfHours))).toEqual(["18:00"]);
});

it("parts are sorted by amount; one that tells nothing is left out", () => {
  const atGate = { deviceId: "gate", operator: "Alex", method: "cash" as const };
  const { parts, total } = dayIn("America/Toronto", [
    sale("2026-11-01T18:00:00Z", { voidTickets: 1, voidCents: 500 }),
    sale("2026-11-01T18:00:00Z", { ...atGate, amountCents: 9000 }),
  ]);
  expect(parts.map(({ part, rows }) => [part, rows.map(({ key }) => key)])).toEqual([
    ["channel", ["device", "web"]],
    ["method", ["cash", "card"]],
    ["tablet", ["gate"]],
    ["operator", ["Alex"]],
  ]);
  expect(total).toEqual({ orders: 2, tickets: 4, amount: 100.05, refunded: 5 });
});
