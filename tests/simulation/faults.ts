import * as fc from "fast-check";

import { databaseFaults } from "./database";
import { mailFaults } from "./mail";
import type { TurnKind } from "./turns";

const reporting = ["unreachable", "dies-before"] as const;

export const pageFaults = ["cut", "incomplete", "repeated", "shuffled", "foreign"] as const;

export const chargeFaults = [
  "decline",
  "decline-answer-lost",
  "request-lost",
  "answer-lost",
  "answer-slow",
  "error-before",
  "error-after",
  "duplicate-before",
  "duplicate-after",
  "captured-later",
  "report-lags",
  "wrong-amount",
  "wrong-amount-answer-lost",
  "dies-before",
  "dies-after",
] as const;

export const refundFaults = [
  "refuse",
  "not-voidable",
  "unavailable",
  "request-lost",
  "answer-lost",
  "error-before",
  "error-after",
  "done-later",
  "dies-before",
  "dies-after",
] as const;

export const faultsByKind: Record<TurnKind, readonly string[]> = {
  read: databaseFaults,
  write: databaseFaults,
  transaction: databaseFaults,
  pause: ["dies-before"],
  charge: [...chargeFaults, "decline", "decline", "captured-later", "captured-later", "report-lags"],
  report: reporting,
  pages: [...reporting, ...pageFaults],
  lookup: reporting,
  refund: refundFaults,
  mail: mailFaults,
};

/** Third parties fail in many more ways than our own database. */
export const outside: ReadonlySet<TurnKind> = new Set(["charge", "report", "pages", "lookup", "refund", "mail"]);

/** Lookups change nothing at the bank. */
export const asking: ReadonlySet<TurnKind> = new Set(["report", "pages", "lookup"]);

const goodTurns: Record<TurnKind, number> = {
  read: 80,
  write: 15,
  transaction: 12,
  pause: 20,
  charge: 1,
  report: 2,
  pages: 1,
  lookup: 1,
  refund: 1,
  mail: 2,
};

export type FaultPlan = Record<TurnKind, string[]>;

function createPlan(kind: TurnKind): fc.Arbitrary<string[]> {
  const fault = fc.oneof(
    { weight: goodTurns[kind], arbitrary: fc.constant("none") },
    { weight: 1, arbitrary: fc.constantFrom(...faultsByKind[kind]) },
  );
  return fc.array(fault, { minLength: 1, maxLength: outside.has(kind) ? 12 : 90, size: "max" });
}

/** Shrinks to turns without faults. */
export const faultPlans: fc.Arbitrary<FaultPlan> = fc.record({
  read: createPlan("read"),
  write: createPlan("write"),
  transaction: createPlan("transaction"),
  pause: createPlan("pause"),
  charge: createPlan("charge"),
  report: createPlan("report"),
  pages: createPlan("pages"),
  lookup: createPlan("lookup"),
  refund: createPlan("refund"),
  mail: createPlan("mail"),
});
