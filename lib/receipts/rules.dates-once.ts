import type { EmailFact, EmailPart } from "./rules.email";
import type { Paper } from "./rules.parts";

/** Whether the ticket of a mail tells a date: as the day beneath its numbers, or as the next early bird. */
function isToldBy({ t }: Paper, parts: readonly EmailPart[], stakes: readonly EmailFact[]) {
  const days = parts.flatMap((part) => (part.kind === "numbers" ? part.draws.map(({ when }) => when) : []));
  const bird = stakes.find(({ name }) => name === t("receipt.nextEarlyBird"));
  return ({ value, detail }: EmailFact) =>
    bird?.value === value ? bird.detail === detail : !detail && days.includes(t("order.poolDrawn", { date: value }));
}

/**
 * Leaves out of the dates what the ticket above them tells in full, so that a receipt names each date once. Where it is
 * for several draws or its numbers are void, every date stays: that ticket tells no date of its own.
 */
export function datesOnce(paper: Paper, parts: readonly EmailPart[], stakes: readonly EmailFact[]): EmailPart[] {
  const { t, order } = paper;
  const isOneDraw = new Set(order.numbers.map(({ poolId }) => poolId)).size === 1;
  if (!isOneDraw || order.numbers.every((range) => range.void)) return [...parts];
  const isTold = isToldBy(paper, parts, stakes);
  return parts.map((part) => {
    return part.kind === "facts" && part.title === t("receipt.dates")
      ? { ...part, facts: part.facts.filter((fact) => !isTold(fact)) }
      : part;
  });
}
