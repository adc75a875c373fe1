import type { FieldProblem } from "@/lib/platform/http/reasons";

import type { Draw } from "./schema";

/**
 * Fields that may not change once something was sold: prices, pools, limits, dates of sale (docs/design.md, Locked
 * fields).
 */
const lockedFields = [
  "type",
  "parentId",
  "ticketPriceInfo",
  "ticketPools",
  "bundles",
  "maxTickets",
  "maxTicketPayout",
  "maxJackpot",
  "jackpotTotal",
  "startDate",
  "endDate",
  "dates",
  "isTestDraw",
  "paymentProvider",
] as const satisfies readonly (keyof Draw)[];

/** Fields of a second draw that may change at any time: words and papers, not what is sold. */
const freeFieldsOfSecondDraws = new Set([
  "title",
  "description",
  "licensePDF",
  "ticketPrinter",
  "prizes",
  "participatesInTeamStats",
]);

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

/** The fields in which two definitions of a draw differ, by their names. */
export function findChangedFields(before: Draw, after: Draw): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Draw>;
  return [...fields].filter((field) => canonical(before[field]) !== canonical(after[field])).sort();
}

function soldPartOf(second: Draw["secondDraws"][number]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(second).filter(([field]) => !freeFieldsOfSecondDraws.has(field)));
}

/** The fields in which `after` changes what `before` sells, each as a problem; empty when it may replace it. */
export function findLockedChanges(before: Draw, after: Draw): FieldProblem[] {
  const changed = lockedFields.filter((field) => canonical(before[field]) !== canonical(after[field]));
  const seconds = canonical(before.secondDraws.map(soldPartOf)) !== canonical(after.secondDraws.map(soldPartOf));
  const fields = seconds ? [...changed, "secondDraws"] : changed;
  return fields.map((field) => ({ field, problem: "locked" }));
}
