import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import { isReservedId } from "@/lib/draws/pages/rules.page-paths";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import type { Language } from "@/lib/platform/i18n/routing";
import { provinceRules } from "@/lib/provinces/rules.table";
import type { AccessScope } from "@/lib/rights";
import { includesParent } from "@/lib/rights";
import type { Draft, NewDraw } from "./rules";
import { createContent, omitWinnerFields, toContent } from "./rules";
import { readFileDates } from "./rules.dates";
import { createNextContent } from "./rules.next";
import { createVersionContent } from "./rules.versions";
import type { CreateDraftInput } from "./schema";
import { createDraftSchema } from "./schema";
import { insertDraft, readOwnerId, readRevision } from "./store";

type CreateRefusal = AdminRefusal | "invalid-input" | "draw-not-found" | "draw-of-feed";

type Start = Pick<Draft, "parentId" | "content" | "baseRevision">;

/**
 * Starts to set up a draw: a new one, the next one of a stored draw, or changes to a stored one, also by a file or with
 * an earlier version. If the changes of a stored draw were started before, that draft is continued, unless they would
 * begin with other content. A taken id is refused in all scopes alike.
 */
export async function createDraft(
  ctx: Context,
  body: unknown,
): Promise<{ ok: true; drawId: string } | Refusal<CreateRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const parsed = parseInput(createDraftSchema, body);
  if (!parsed.ok) return parsed;
  const input = parsed.value;
  const start = await startDraft(ctx, access.accessScope, input);
  if (!start.ok) return start;
  const { drawId } = input;
  const { parentId, content, baseRevision } = start;
  const saved = { revision: 1, savedAt: ctx.now(), savedBy: toAuditActor(ctx.actor).operator };
  const draft: Draft = { drawId, parentId, content, baseRevision, ...saved, previewEndsAt: null };
  const isNew = await withRetry(ctx, () => insertDraft(ctx.db, draft));
  const mayContinue = Object.keys(input).length === 1;
  return isNew || mayContinue ? { ok: true, drawId } : refuse("invalid-input", [takenIdProblem]);
}

/** What the grand prize of a 50/50 is. */
function readHalfOfPot(): NewDraw["halfOfPot"] {
  const read = (language: Language) => findMessageCatalogue(language).flat.get("receipt.halfOfPot") ?? "";
  return { en: read("en"), fr: read("fr") };
}

const takenIdProblem: FieldProblem = { field: "drawId", problem: "duplicate" };

async function startDraft(
  ctx: Context,
  accessScope: AccessScope,
  input: CreateDraftInput,
): Promise<({ ok: true } & Start) | Refusal<CreateRefusal>> {
  const { drawId } = input;
  if ("copyOf" in input) {
    const copied = await findOwnDraw(ctx, input.copyOf);
    if (!copied.ok) return copied;
    const { draw } = copied.record;
    return startNewDraft(ctx, accessScope, {
      drawId,
      parentId: draw.parentId,
      content: createNextContent(draw, drawId, input.name),
    });
  }
  if ("content" in input && "parentId" in input) {
    const { parentId, content } = input;
    return startNewDraft(ctx, accessScope, { drawId, parentId, content: readFileDates(omitWinnerFields(content)) });
  }
  if ("parentId" in input) {
    const { parentId, title, type, province } = input;
    const { timeZone } = provinceRules[province];
    return startNewDraft(ctx, accessScope, {
      drawId,
      parentId,
      content: createContent({ drawId, title, type, province, timeZone, halfOfPot: readHalfOfPot() }),
    });
  }
  const found = await findOwnDraw(ctx, drawId);
  if (!found.ok) return found;
  if ((await findFedDraws(ctx, [drawId])).has(drawId)) return refuse("draw-of-feed");
  const { draw, revision } = found.record;
  const start = { parentId: draw.parentId, baseRevision: revision };
  if ("content" in input) return { ok: true, ...start, content: readFileDates(input.content) };
  if (!("revision" in input)) return { ok: true, ...start, content: toContent(draw) };
  const earlier = await withRetry(ctx, () => readRevision(ctx.db, drawId, input.revision));
  if (!earlier) return refuse("draw-not-found");
  const hasSold = [...found.record.pools.values()].some((pool) => pool.sold + pool.reserved > 0);
  return { ok: true, ...start, content: createVersionContent(earlier, draw, hasSold) };
}

async function findOwnDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; record: DrawRecord } | Refusal<AdminRefusal | "draw-not-found">> {
  const refused = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refused) return refused;
  const record = await withRetry(ctx, () => readDrawRecord(ctx.db, drawId));
  return record ? { ok: true, record } : refuse("draw-not-found");
}

async function startNewDraft(
  ctx: Context,
  accessScope: AccessScope,
  { drawId, parentId, content }: Pick<Draft, "drawId" | "parentId" | "content">,
): Promise<({ ok: true } & Start) | Refusal<CreateRefusal>> {
  if (!includesParent(accessScope, parentId)) return refuseMissingRight("draws");
  if (isReservedId(drawId)) return refuse("invalid-input", [{ field: "drawId", problem: "reserved" }]);
  if ((await withRetry(ctx, () => readOwnerId(ctx.db, drawId))) !== null)
    return refuse("invalid-input", [takenIdProblem]);
  return { ok: true, parentId, content, baseRevision: null };
}
