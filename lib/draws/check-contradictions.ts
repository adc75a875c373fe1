import "server-only";

import type { Context } from "@/lib/context";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDateContradictions, findWinnerProblems } from "./rules.consistency";
import { gatherWinners, toStoredWinners, withoutPrizeWinners } from "./rules.winners";
import type { Draw } from "./schema";
import type { DrawRecord } from "./store";
import { readWinningTickets } from "./store.winners";

/** What speaks against a definition: `key` finds it in another one, `place` is of the winner that it is about. */
type Contradiction = FieldProblem & { key: string; place?: number };

/** A definition whose winners are in its list, and what is wrong with it. */
type Looked = { draw: Draw; contradictions: Contradiction[] };

const ofPrize = { number: "winningTicketNumber", drawnAt: "drawDate" } as const;

async function lookAt(ctx: Pick<Context, "db" | "now">, given: Draw, closedAt: Date | null): Promise<Looked> {
  const { winners, paths, problems } = gatherWinners(given);
  const draw = problems.length > 0 ? { ...given, winners } : toStoredWinners(given, winners);
  const tickets = await readWinningTickets(ctx.db, draw);
  const ofWinners = findWinnerProblems(draw, { closedAt, tickets, now: ctx.now() }).map(({ place, field, problem }) => {
    const winner = winners[place];
    const path = paths[place - given.winners.length];
    const identity = [winner?.poolId, winner?.prizeType, winner?.number, Date.parse(winner?.drawnAt ?? "")];
    const told = path === undefined ? `winners.${place}.${field}` : `${path}.${ofPrize[field]}`;
    return { field: told, problem, key: [problem, ...identity].join(" "), place };
  });
  const ofFields = [...findDateContradictions(given, closedAt), ...problems].map((found) => ({
    ...found,
    key: `${found.problem} ${found.field}`,
  }));
  return { draw, contradictions: [...ofFields, ...ofWinners] };
}

/** What the upstream platform sends is taken without the winners that contradict the numbers; its dates stay. */
function leaveOut({ draw }: Looked, found: readonly Contradiction[]): Draw {
  const bad = new Set(found.map(({ place }) => place));
  return { ...withoutPrizeWinners(draw, found), winners: draw.winners.filter((_winner, place) => !bad.has(place)) };
}

/**
 * Looks for what a definition would publish although the numbers, the sales or another of its fields contradict it;
 * gives the draw as it may be stored, with what stands in it all the same. What stood in the definition before stays
 * and is a warning; of the upstream platform everything is, and its winners are left out. For whoever imports the draw,
 * which is locked. Refusals: `invalid-input`, naming the fields.
 */
export async function checkContradictions(
  ctx: Pick<Context, "db" | "now" | "actor">,
  given: Draw,
  before: Pick<DrawRecord, "draw" | "closedAt"> | null,
): Promise<{ ok: true; draw: Draw; warnings: FieldProblem[] } | Refusal> {
  const closedAt = before?.closedAt ?? null;
  const looked = await lookAt(ctx, given, closedAt);
  if (looked.contradictions.length === 0) return { ok: true, draw: looked.draw, warnings: [] };
  const stood = before ? await lookAt(ctx, before.draw, closedAt) : null;
  const known = new Set(stood?.contradictions.map(({ key }) => key));
  const added = looked.contradictions.filter(({ key }) => !known.has(key));
  const isUpstream = ctx.actor.kind === "upstream";
  const toProblem = ({ field, problem }: Contradiction): FieldProblem => ({ field, problem });
  if (added.length > 0 && !isUpstream) return refuse("invalid-input", added.map(toProblem));
  const draw = isUpstream ? leaveOut(looked, added) : looked.draw;
  return { ok: true, draw, warnings: looked.contradictions.map(toProblem) };
}
