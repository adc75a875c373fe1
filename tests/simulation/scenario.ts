import * as fc from "fast-check";
import { dayMs, hourMs, minuteMs, secondMs } from "./clock";
import type { FaultPlan } from "./faults";
import { faultPlans } from "./faults";

export const buyerActionNames = [
  "place",
  "place-again",
  "place-otherwise",
  "pay",
  "pay-again",
  "double-click",
  "pay-earlier",
  "cancel",
  "extend",
  "reload",
  "resend",
] as const;
export const deviceActionNames = [
  "sell",
  "sell-again",
  "cash",
  "cash-twice",
  "cash-any",
  "hand-over",
  "cancel",
  "check",
  "reprint",
  "resend",
  "refund",
  "refund-line",
  "list",
  "next-step",
  "summary",
] as const;
export const adminActionNames = ["refund-order", "refund-line"] as const;
export const jobNames = ["expire", "reconcile", "match", "send-refunds", "ask-refunds", "mail", "seal"] as const;

/** Numbers select among what exists, so that any event fits any state. */
export type Event =
  | { do: "turns"; pick: number; count: number; size: number }
  | { do: "buyer"; who: number; action: (typeof buyerActionNames)[number]; pick: number }
  | { do: "device"; who: number; action: (typeof deviceActionNames)[number]; pick: number }
  | { do: "job"; name: (typeof jobNames)[number]; process: number }
  | { do: "admin"; action: (typeof adminActionNames)[number]; pick: number }
  | { do: "time"; ms: number }
  | { do: "quiet" }
  | { do: "kill"; process: number };

export type Scenario = {
  seed: number;
  maxTickets: number | null;
  secondMaxTickets: number | null;
  lastsMs: number;
  terminal: { allowAnonymousCash: boolean; allowRefund: boolean };
  /** Buyers with an order. */
  ready: number;
  paid: number;
  paying: number;
  atGate: number;
  isOut: boolean;
  /** The index of an event. */
  closesBefore: number | null;
  /** The index of an event. Only the second device is revoked. */
  revokesBefore: number | null;
  faults: FaultPlan;
  events: Event[];
};

const pick = fc.nat(999);

const times = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(secondMs, 5 * secondMs, 20 * secondMs, 31 * secondMs) },
  { weight: 4, arbitrary: fc.constantFrom(minuteMs, 5 * minuteMs, 10 * minuteMs) },
  { weight: 1, arbitrary: fc.constantFrom(15 * minuteMs, hourMs, dayMs) },
);

const turns = fc.record({
  do: fc.constant("turns" as const),
  pick,
  count: fc.integer({ min: 1, max: 24 }),
  size: pick,
});
const buyer = fc.record({
  do: fc.constant("buyer" as const),
  who: fc.nat(3),
  action: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...buyerActionNames) },
    { weight: 3, arbitrary: fc.constantFrom("pay" as const, "pay-again" as const, "double-click" as const) },
  ),
  pick,
});
const device = fc.record({
  do: fc.constant("device" as const),
  who: fc.nat(1),
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...deviceActionNames) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "cash",
        "cash",
        "cash-twice",
        "cash-twice",
        "hand-over",
        "next-step",
        "refund",
        "refund",
      ),
    },
  ),
  pick,
});
const job = fc.record({ do: fc.constant("job" as const), name: fc.constantFrom(...jobNames), process: fc.nat(1) });
const admin = fc.record({ do: fc.constant("admin" as const), action: fc.constantFrom(...adminActionNames), pick });
const time = fc.record({ do: fc.constant("time" as const), ms: times });
const quiet = fc.constant({ do: "quiet" as const });
const kill = fc.record({ do: fc.constant("kill" as const), process: fc.nat(1) });

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 50, arbitrary: turns },
  { weight: 18, arbitrary: buyer },
  { weight: 12, arbitrary: device },
  { weight: 14, arbitrary: job },
  { weight: 6, arbitrary: admin },
  { weight: 7, arbitrary: time },
  { weight: 2, arbitrary: quiet },
  { weight: 1, arbitrary: kill },
);

/** Shrinks to fewer events, the oldest call first, and no faults. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  maxTickets: fc.constantFrom(null, null, 3, 5, 8),
  secondMaxTickets: fc.constantFrom(null, 2, 4),
  lastsMs: fc.constantFrom(7 * dayMs, 7 * dayMs, 7 * dayMs, 40 * minuteMs, 80 * minuteMs),
  terminal: fc.constantFrom(
    { allowAnonymousCash: true, allowRefund: true },
    { allowAnonymousCash: true, allowRefund: true },
    { allowAnonymousCash: false, allowRefund: false },
  ),
  ready: fc.nat(4),
  paid: fc.nat(2),
  paying: fc.nat(3),
  atGate: fc.nat(2),
  isOut: fc.constantFrom(false, false, false, true),
  closesBefore: fc.option(fc.integer({ min: 15, max: 85 }), { freq: 2 }),
  revokesBefore: fc.option(fc.integer({ min: 15, max: 85 }), { freq: 2 }),
  faults: faultPlans,
  events: fc.array(event, { minLength: 30, maxLength: 90, size: "max" }),
});
