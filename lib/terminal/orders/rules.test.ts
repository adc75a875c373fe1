import { describe, expect, it } from "vitest";

import type { OrderStatus } from "@/lib/orders/rules";

import type { ActionInput, NextStep, OrderAction, StepInput } from "./rules";
import { chooseNextStep, listActions, sellsPools } from "./rules";

const now = new Date("2026-11-21T20:00:00Z");
const [past, future] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const web = { channel: "web", isOwn: false } as const;
const own = { channel: "device", isOwn: true } as const;
const other = { channel: "device", isOwn: false } as const;

const unnamed = { hasBuyer: false, allowsCash: true, allowsAnonymousCash: false };
const reserved: StepInput = {
  status: "reserved",
  sells: true,
  seller: own,
  deadlineAt: null,
  maySell: true,
  hasBuyer: true,
  allowsCash: true,
  allowsAnonymousCash: false,
};

const steps: [string, Partial<StepInput>, NextStep][] = [
  ["reserved here", { seller: own }, "resume"],
  ["reserved by another device", { seller: other }, "take-cash"],
  ["reserved by another device, nobody known to buy", { seller: other, ...unnamed }, "wait"],
  [
    "reserved by another device, nobody known to buy where that may be",
    { seller: other, ...unnamed, allowsAnonymousCash: true },
    "take-cash",
  ],
  ["reserved here, nobody known to buy", { seller: own, ...unnamed }, "resume"],
  ["reserved on the web", { seller: web }, "wait"],
  ["reserved on the web, the device not complete", { seller: web, maySell: false }, "wait"],
  ["reserved here, the device not complete", { seller: own, maySell: false }, "complete-device"],
  ["unknown, the device not complete", { status: "unknown", maySell: false }, "complete-device"],
  ["finalized, the device not complete", { status: "finalized", maySell: false }, "none"],
  ["reserved here, sales over", { seller: own, sells: false }, "cancel"],
  ["reserved by another device, sales over", { seller: other, sells: false }, "cancel"],
  ["reserved on the web, sales over", { seller: web, sells: false }, "cancel"],
  ["paying, the bank may still answer", { status: "paying", deadlineAt: future }, "wait"],
  ["paying, at its deadline", { status: "paying", deadlineAt: now }, "ask-bank"],
  ["paying, past its deadline", { status: "paying", deadlineAt: past }, "ask-bank"],
  ["paying, sales over", { status: "paying", sells: false, deadlineAt: future }, "wait"],
  ["unknown", { status: "unknown", deadlineAt: future }, "ask-bank"],
  ["unknown, sales over", { status: "unknown", sells: false, deadlineAt: past }, "ask-bank"],
  ...(["finalized", "expired", "cancelled", "refunded"] as const).map(
    (status): [string, Partial<StepInput>, NextStep] => [status, { status, seller: own }, "none"],
  ),
];

describe("the one safe next step of an order", () => {
  it.each(steps)("%s", (_name, facts, step) => {
    expect(chooseNextStep({ ...reserved, ...facts }, now)).toBe(step);
  });
});

const whole: ActionInput = {
  status: "finalized",
  sells: true,
  hasBuyer: true,
  allowsCash: true,
  allowsAnonymousCash: false,
  noRefund: null,
  isRefundable: true,
  isErased: false,
  maySell: true,
};

const actions: [string, Partial<ActionInput>, OrderAction[]][] = [
  ["reserved", { status: "reserved" }, ["cash", "cancel"]],
  ["reserved, sales over", { status: "reserved", sells: false }, ["cancel"]],
  ["reserved without a buyer", { status: "reserved", hasBuyer: false }, ["cancel"]],
  [
    "reserved without a buyer, where that may be",
    { status: "reserved", hasBuyer: false, allowsAnonymousCash: true },
    ["cash", "cancel"],
  ],
  ["reserved where no cash is taken", { status: "reserved", allowsCash: false }, ["cancel"]],
  ["paying", { status: "paying" }, ["check"]],
  ["unknown", { status: "unknown" }, ["check"]],
  ["finalized", {}, ["reprint", "resend", "refund"]],
  ["finalized without a buyer", { hasBuyer: false }, ["reprint", "refund"]],
  ["finalized, its buyer erased", { hasBuyer: false, isErased: true }, ["refund"]],
  ["finalized where this device gives nothing back", { noRefund: "refund-too-late" }, ["reprint", "resend"]],
  ["finalized while money goes back, or nothing is left", { isRefundable: false }, ["reprint", "resend"]],
  ...(["expired", "cancelled", "refunded"] as OrderStatus[]).map(
    (status): [string, Partial<ActionInput>, OrderAction[]] => [status, { status }, []],
  ),
];

describe("what a device may do", () => {
  it.each(actions)("%s", (_name, facts, allowed) => {
    expect(listActions({ ...whole, ...facts })).toEqual(allowed);
  });

  it.each(actions)("nothing while its operator is unknown: %s", (_name, facts) => {
    expect(listActions({ ...whole, ...facts, maySell: false })).toEqual([]);
  });
});

describe("whether an order with several pools can still be sold", () => {
  const draw = (state: string) =>
    ({
      state: { approval_state: state },
      dates: [],
      prizes: {},
      startDate: new Date(now.getTime() - 10_000).toISOString(),
      endDate: new Date(now.getTime() + 10_000).toISOString(),
    }) as unknown as Parameters<typeof sellsPools>[0]["draw"];
  const pools = new Map([
    ["main", { cutOffAt: null }],
    ["early", { cutOffAt: now }],
    ["late", { cutOffAt: future }],
  ]);

  it.each([
    ["an open draw", draw("Approved"), null, ["main", "late"], now, true],
    ["a second draw at its cut-off", draw("Approved"), null, ["main", "early"], now, false],
    ["a draw that an admin closed", draw("Approved"), past, ["main"], now, false],
    ["a draw at its end", draw("Approved"), null, ["main"], new Date(now.getTime() + 10_000), false],
    ["a draw before its start", draw("Approved"), null, ["main"], new Date(now.getTime() - 10_001), false],
    ["a draw that is not approved", draw("Rejected"), null, ["main"], now, false],
  ] as const)("%s", (_name, definition, closedAt, poolIds, at, sells) => {
    expect(sellsPools({ draw: definition, closedAt, pools }, poolIds, at)).toBe(sells);
  });
});
