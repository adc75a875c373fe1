import { mainPoolId } from "@/lib/draws/rules";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { EmailFact, EmailNumbers, EmailPart } from "./rules.email";
import type { Paper } from "./rules.paper";
import type { Stand } from "./rules.stakes";
import { stakeOf } from "./rules.stakes";
import { teamOf } from "./rules.team";

/** When numbers are drawn, or were; those that are void play in no draw any more. */
function dateOf({ t, draw, language }: Paper, { poolId, ranges }: EmailNumbers): EmailFact | null {
  const facts = poolFactsOf(draw, language).get(poolId);
  if (!facts?.drawn || ranges.every(({ isVoid }) => isVoid)) return null;
  return { name: t(facts.isDrawn ? "order.drawnOn" : "order.drawDate"), value: facts.drawn };
}

/** Numbers with their date, what they play for and, where they play for a team, its name. */
function numbersAsTicket(paper: Paper, stand: Stand, numbers: EmailNumbers): EmailNumbers {
  const team = numbers.poolId === mainPoolId ? teamOf(paper) : "";
  return {
    ...numbers,
    ranges: numbers.ranges.map((range) => ({ ...range, count: [range.count, team].filter(Boolean).join(" · ") })),
    date: dateOf(paper, numbers),
    stake: stakeOf(paper, stand, numbers.poolId),
  };
}

/** The numbers of a receipt as its ticket shows them, each draw with all that matters of it. */
export function asTicket(paper: Paper, stand: Stand, parts: readonly EmailPart[]): EmailPart[] {
  return parts.map((part) =>
    part.kind === "numbers"
      ? { ...part, draws: part.draws.map((numbers) => numbersAsTicket(paper, stand, numbers)) }
      : part,
  );
}
