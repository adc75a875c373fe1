import { databaseFaults } from "./database";
import { mailFaults } from "./mail";
import type { TurnKind } from "./turns";

const reporting = ["unreachable", "unreachable", "unreachable", "dies-before"] as const;

/** What the bank may do with a charge besides approving it and saying so. */
export const chargeFaults = [
  "decline",
  "decline-unheard",
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
  "wrong-amount-unheard",
  "dies-before",
  "dies-after",
] as const;

/** What the bank may do with a refund besides giving the money back and saying so. */
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

/** Reading fails as writing does and changes nothing: it may go wrong more rarely. */
const readFaults = [...Array<string>(16).fill("none"), ...databaseFaults];

const writeFaults = ["lost-before", "lost-after", ...databaseFaults];

/** What may go wrong at each kind of turn. */
export const faultsOf: Record<TurnKind, readonly string[]> = {
  read: readFaults,
  write: writeFaults,
  transaction: writeFaults,
  pause: ["none", "dies-before"],
  charge: [...chargeFaults, "decline", "decline", "captured-later", "captured-later", "report-lags"],
  report: reporting,
  lookup: reporting,
  refund: refundFaults,
  mail: mailFaults,
};

/** What happens at a third party can go wrong in many more ways than what happens at home. */
export const outside: ReadonlySet<TurnKind> = new Set(["charge", "report", "lookup", "refund", "mail"]);

/** The largest number of a fault, and from which on it happens at home too. */
export const mostFault = 90;
const homeFault = 66;

/** The fault of a turn by a number of the scenario; 0 is none. */
export function faultAt(kind: TurnKind, number: number): string {
  if (number === 0 || (!outside.has(kind) && number < homeFault)) return "none";
  const faults = faultsOf[kind];
  return faults[(number - 1) % faults.length] ?? "none";
}
