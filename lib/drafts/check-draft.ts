import "server-only";

import type { Context } from "@/lib/context";
import { readSealedKeys } from "@/lib/draws/account/store";
import { readImport } from "@/lib/draws/import/read-import";
import { findInconsistencies } from "@/lib/draws/import/rules.consistency";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { Draft } from "./rules";
import { findDefinitionProblems, toDefinition } from "./rules";
import type { DraftCheck } from "./rules.checks";
import { listDraftChecks } from "./rules.checks";

export type CheckedDraft = {
  /** The stored draw, if it is of the draft's parent. Null for a new one. */
  base: DrawRecord | null;
  /** The draw isn't the one any more that the draft began with. */
  isOutdated: boolean;
  /** The stored draw isn't on sale by its dates yet. */
  opensSales: boolean;
  hasSold: boolean;
  hasCredentials: boolean;
  definition: Record<string, unknown>;
  problems: FieldProblem[];
  checks: DraftCheck[];
};

/** Finds what keeps a draft from going on sale, with an import's own rules. */
export async function checkDraft(
  ctx: Pick<Context, "db" | "now" | "mode" | "ipLocation">,
  draft: Draft,
): Promise<CheckedDraft> {
  const { drawId } = draft;
  const [stored, keys] = await Promise.all([readDrawRecord(ctx.db, drawId), readSealedKeys(ctx.db, drawId)]);
  // An import may have taken the id for another parent, of whose draw nothing is told.
  const base = stored?.draw.parentId === draft.parentId ? stored : null;
  const isTaken = stored !== null && base === null;
  const hasSold = [...(base?.pools.values() ?? [])].some(({ sold, reserved }) => sold + reserved > 0);
  const definition = toDefinition(draft, base?.draw ?? null);
  const parsed = readImport(definition, false);
  const { draw, problems, unfitFields }: ReadDraft = parsed.ok
    ? {
        draw: parsed.draw,
        problems: findDefinitionProblems(parsed.draw, base?.draw ?? null, hasSold),
        unfitFields: new Set(),
      }
    : readPartialDraw(definition, parsed.fields ?? []);
  const hasCredentials = !isTaken && keys !== null && keys.unfitReason === null;
  const opensSales = base?.draw.state.approval_state !== "Approved";
  const facts = {
    ...{ now: ctx.now(), mode: ctx.mode, hasIpSource: ctx.ipLocation !== null },
    ...{ hasCredentials, opensSales, problems },
  };
  const isOutdated = (stored?.revision ?? null) !== draft.baseRevision;
  const checks = listDraftChecks(draw, facts, unfitFields);
  return { base, isOutdated, opensSales, hasSold, hasCredentials, definition, problems, checks };
}

const anyDates = { startDate: "2026-01-01T00:00:00Z", endDate: "2026-01-02T00:00:00Z" };

/** Stands in for fields without a default. Nothing is found of them. */
const required = { title: "", urlSlug: "x", province: "ON", ...anyDates };

type ReadDraft = { draw: Draw | null; problems: FieldProblem[]; unfitFields: ReadonlySet<string> };

/** Reads the fields that an import would take, while it would refuse others. `problems` are those of all. */
function readPartialDraw(definition: Record<string, unknown>, refused: readonly FieldProblem[]): ReadDraft {
  const unfitFields = new Set(refused.map(({ field }) => field.split(".")[0] ?? ""));
  const fitFields = Object.entries(definition).filter(([field]) => !unfitFields.has(field));
  const parsed = drawSchema.safeParse({ ...required, ...Object.fromEntries(fitFields) });
  const draw = parsed.success ? parsed.data : null;
  const arePackagesFit = !unfitFields.has("ticketPriceInfo") && !unfitFields.has("ticketPools");
  const missing =
    draw && arePackagesFit ? findInconsistencies(draw).filter(({ problem }) => problem === "required") : [];
  return { draw, problems: [...refused, ...missing], unfitFields };
}
