import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { lockedFields } from "@/lib/draws/import/rules.changes";
import { textSchema } from "@/lib/draws/schema.fields";
import type { LocalText } from "@/lib/local-text";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { checkDraft } from "./check-draft";
import { findDraft } from "./find-draft";
import type { DraftListItem, DraftView } from "./rules.views";
import { listDrafts, readEditorName } from "./store";

export async function viewDraft(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; view: DraftView } | Refusal<AdminRefusal | "draft-not-found">> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  const { draft } = found;
  return withRetry(ctx, async () => {
