import "server-only";

import { findInvalidOverrides } from "@/lib/draws/pages/read-message-overrides";
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

/** Checks a definition by itself, without comparing it with the stored draw. */
export function readImport(body: unknown, isUpstream: boolean): ParsedDraw | Refusal<"invalid-input"> {
  const { input, warnings } = isUpstream ? omitMalformedWinners(body) : { input: body, warnings: [] };
  const parsed = drawSchema.safeParse(input);
  if (!parsed.success) return refuse("invalid-input", toFieldProblems(parsed.error, input));
  const originals = { en: findMessageCatalogue("en").flat, fr: findMessageCatalogue("fr").flat };
  const inconsistencies = findInconsistencies(parsed.data);
  if (isUpstream) {
    const unknownPools = inconsistencies.filter(({ field }) => winnerPoolField.test(field));
    warnings.push(...unknownPools);
    parsed.data.winners = parsed.data.winners.filter(
      (_winner, place) => !unknownPools.some(({ field }) => field === `winners.${place}.poolId`),
    );
  }
  const otherProblems = isUpstream
    ? inconsistencies.filter(({ field }) => !winnerPoolField.test(field))
    : inconsistencies;
  const problems = [...otherProblems, ...findInvalidOverrides(parsed.data, originals)];
  return problems.length > 0 ? refuse("invalid-input", problems) : toParsedDraw(parsed.data, warnings);
}

/** Leaves out malformed winners of the upstream platform, so that the rest of the draw is imported. */
function omitMalformedWinners(input: unknown): { input: unknown; warnings: FieldProblem[] } {
  const entries = (input as { winners?: unknown } | null)?.winners;
  if (!Array.isArray(entries)) return { input, warnings: [] };
  const parsed = entries.map((winner) => winnerSchema.safeParse(winner));
  const winners = entries.filter((_winner, place) => parsed[place]?.success);
  const warnings = parsed.flatMap(({ error }, place) => {
    const problems = error ? toFieldProblems(error, entries[place]) : [];
    return problems.map(({ field, problem }) => ({ field: `winners.${place}.${field}`, problem }));
  });
  return { input: { ...(input as object), winners }, warnings };
}

function toParsedDraw(imported: ImportedDraw, warnings: FieldProblem[]): ParsedDraw {
  const { apiKeys, numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...draw } =
    imported;
  return { ok: true, draw, apiKeys, warnings };
}
