import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { EmailPart } from "./rules.email";
import type { Paper } from "./rules.paper";

/** The licence of the only draw that an order plays in; null where there are several, each with its own, or none. */
function onlyLicenceOf({ order, draw, language }: Paper): string | null {
  const [poolId, ...others] = new Set(order.numbers.map((range) => range.poolId));
  if (poolId === undefined || others.length > 0) return null;
  return poolFactsOf(draw, language).get(poolId)?.licence || null;
}

/**
 * Takes the licence from beneath the numbers to the end of the facts, where a reader who wants it looks; that of one of
 * several draws stays with its numbers.
 */
export function licenceLast(paper: Paper, parts: readonly EmailPart[]): EmailPart[] {
  const licence = onlyLicenceOf(paper);
  const last = parts.at(-1);
  if (licence === null || last?.kind !== "facts") return [...parts];
  const fact = { name: paper.t("order.licence"), value: licence };
  const plain = parts.slice(0, -1).map((part): EmailPart => {
    return part.kind === "numbers"
      ? { ...part, draws: part.draws.map((numbers) => ({ ...numbers, notes: [] })) }
      : part;
  });
  return [...plain, { ...last, facts: [...last.facts, fact] }];
}
