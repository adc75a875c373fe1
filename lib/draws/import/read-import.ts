import "server-only";

import { findUnfitWords } from "@/lib/draws/pages/read-words";
import type { ApiKeys, Draw, ImportedDraw } from "@/lib/draws/schema";
import { drawSchema, winnerSchema } from "@/lib/draws/schema";
import { toFieldProblems } from "@/lib/platform/http/read-json";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import { findInconsistencies } from "./rules.consistency";

/** `warnings` names winners that were left out. */
export type ParsedDraw = { ok: true; draw: Draw; apiKeys: ApiKeys; warnings: FieldProblem[] };

const winnerPoolField = /^winners\.\d+\.poolId$/;

/** Checks a definition on its own, without what is stored of the draw. */
export function readImport(sent: unknown, isUpstream: boolean): ParsedDraw | Refusal<"invalid-input"> {
  const { input, warnings } = isUpstream ? omitWinners(sent) : { input: sent, warnings: [] };
  const parsed = drawSchema.safeParse(input);
  if (!parsed.success) return refuse("invalid-input", toFieldProblems(parsed.error, input));
  const originals = { en: findMessageCatalogue("en").flat, fr: findMessageCatalogue("fr").flat };
  const inconsistent = findInconsistencies(parsed.data);
  if (isUpstream) {
    const unknownPools = inconsistent.filter(({ field }) => winnerPoolField.test(field));
    warnings.push(...unknownPools);
    parsed.data.winners = parsed.data.winners.filter(
      (_winner, place) => !unknownPools.some(({ field }) => field === `winners.${place}.poolId`),
    );
  }
  const rest = isUpstream ? inconsistent.filter(({ field }) => !winnerPoolField.test(field)) : inconsistent;
  const problems = [...rest, ...findUnfitWords(parsed.data, originals)];
  return problems.length > 0 ? refuse("invalid-input", problems) : withoutSecretsAndCounts(parsed.data, warnings);
}

/** Malformed winners of the upstream platform are left out, so that the rest of the draw is imported. */
function omitWinners(input: unknown): { input: unknown; warnings: FieldProblem[] } {
  const given = (input as { winners?: unknown } | null)?.winners;
  if (!Array.isArray(given)) return { input, warnings: [] };
  const parsed = given.map((winner) => winnerSchema.safeParse(winner));
  const winners = given.filter((_winner, place) => parsed[place]?.success);
  const warnings = parsed.flatMap(({ error }, place) => {
    const problems = error ? toFieldProblems(error, given[place]) : [];
    return problems.map(({ field, problem }) => ({ field: `winners.${place}.${field}`, problem }));
  });
  return { input: { ...(input as object), winners }, warnings };
}

function withoutSecretsAndCounts(imported: ImportedDraw, warnings: FieldProblem[]): ParsedDraw {
  const { apiKeys, numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...draw } =
    imported;
  return { ok: true, draw, apiKeys, warnings };
}
