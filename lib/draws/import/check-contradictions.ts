import "server-only";

import type { Context } from "@/lib/context";
import { mergeWinners, toStoredWinners, withoutPrizeWinners } from "@/lib/draws/prizes/rules.prize-fields";
import type { Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import { readWinningTickets } from "@/lib/draws/store";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDateContradictions, findWinnerProblems } from "./rules.consistency";

/** `key` identifies the same contradiction in the old and the new definition. `place` is the index of its winner. */
type Contradiction = FieldProblem & { key: string; place?: number };

type Findings = { draw: Draw; contradictions: Contradiction[] };

const prizeFields = { number: "winningTicketNumber", drawnAt: "drawDate" } as const;

/**
 * Refuses a definition that contradicts issued numbers, sales or its own fields. A contradiction that the stored
 * definition already had is only a warning. Contradictory winners of the upstream platform are left out. The caller
 * holds the draw's lock.
 */
export async function checkContradictions(
  ctx: Pick<Context, "db" | "now" | "actor">,
  definition: Draw,
  before: Pick<DrawRecord, "draw" | "closedAt"> | null,
): Promise<{ ok: true; draw: Draw; warnings: FieldProblem[] } | Refusal<"invalid-input">> {
  const closedAt = before?.closedAt ?? null;
  const findings = await findContradictions(ctx, definition, closedAt);
  if (findings.contradictions.length === 0) return { ok: true, draw: findings.draw, warnings: [] };
  const earlierFindings = before ? await findContradictions(ctx, before.draw, closedAt) : null;
  const earlierKeys = new Set(earlierFindings?.contradictions.map(({ key }) => key));
  const newContradictions = findings.contradictions.filter(({ key }) => !earlierKeys.has(key));
  const isUpstream = ctx.actor.kind === "upstream";
  const toProblem = ({ field, problem }: Contradiction): FieldProblem => ({ field, problem });
  if (newContradictions.length > 0 && !isUpstream) return refuse("invalid-input", newContradictions.map(toProblem));
  const draw = isUpstream ? omitWinners(findings.draw, newContradictions) : findings.draw;
  return { ok: true, draw, warnings: findings.contradictions.map(toProblem) };
}

async function findContradictions(
  ctx: Pick<Context, "db" | "now">,
  definition: Draw,
  closedAt: Date | null,
): Promise<Findings> {
  const { winners, paths, problems } = mergeWinners(definition);
  const draw = problems.length > 0 ? { ...definition, winners } : toStoredWinners(definition, winners);
  const tickets = await readWinningTickets(ctx.db, draw);
  const winnerContradictions = findWinnerProblems(draw, { closedAt, tickets, now: ctx.now() }).map(
    ({ place, field, problem }) => {
      const winner = winners[place];
      const prizePath = paths[place - definition.winners.length];
      const path = prizePath === undefined ? `winners.${place}.${field}` : `${prizePath}.${prizeFields[field]}`;
      const identity = [winner?.poolId, winner?.prizeType, winner?.number, Date.parse(winner?.drawnAt ?? "")];
      return { field: path, problem, key: [problem, ...identity].join(" "), place };
    },
  );
  const fieldContradictions = [...findDateContradictions(definition, closedAt), ...problems].map(
    ({ field, problem }) => ({
      field,
      problem,
      key: `${problem} ${field}`,
    }),
  );
  return { draw, contradictions: [...fieldContradictions, ...winnerContradictions] };
}

function omitWinners(draw: Draw, contradictions: readonly Contradiction[]): Draw {
  const places = new Set(contradictions.map(({ place }) => place));
  const winners = draw.winners.filter((_winner, place) => !places.has(place));
  return { ...withoutPrizeWinners(draw, contradictions), winners };
}
