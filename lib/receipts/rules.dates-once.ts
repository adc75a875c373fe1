import type { EmailFact, EmailPart } from "./rules.email";
import type { Paper } from "./rules.parts";

/**
 * Leaves out of the dates the one beneath the numbers of the ticket, so that a receipt names each once, and all early
 * birds stand together. Where it is for several draws or its numbers are void, every date stays.
 */
export function datesOnce({ t, order }: Paper, parts: readonly EmailPart[]): EmailPart[] {
  const isOneDraw = new Set(order.numbers.map(({ poolId }) => poolId)).size === 1;
  if (!isOneDraw || order.numbers.every((range) => range.void)) return [...parts];
  const days = parts.flatMap((part) => (part.kind === "numbers" ? part.draws.map(({ when }) => when) : []));
  const isTold = ({ value, detail }: EmailFact) => !detail && days.includes(t("order.poolDrawn", { date: value }));
  return parts.map((part) => {
    return part.kind === "facts" && part.title === t("receipt.dates")
      ? { ...part, facts: part.facts.filter((fact) => !isTold(fact)) }
      : part;
  });
}
