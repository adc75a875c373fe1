import "server-only";

import type { Context } from "@/lib/context";
import { readImport } from "@/lib/draws/import/read-import";
import { getDrawOverrides } from "@/lib/draws/pages/read-message-overrides";
import type { LiveSnapshot } from "@/lib/draws/rules.projection";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Sealer } from "@/lib/platform/server/seal";
import { toDefinition } from "./rules";
import { createPreviewSnapshot, getPreviewTime } from "./rules.preview";
import type { DraftStep } from "./rules.steps";
import { draftSteps, findStep } from "./rules.steps";
import { readPreviewedDraft } from "./store";

type PreviewedDraw = {
  snapshot: LiveSnapshot;
  /** The time at which the draw is shown. */
  at: Date;
  words: ReturnType<typeof getDrawOverrides>;
};

/** `shown` is null while the draft is no valid definition, and `missing` are then the steps that say why. */
export type OpenedPreview = { ok: true; endsAt: Date; shown: PreviewedDraw | null; missing: DraftStep[] };

/** Anybody who has the link may see the draft as it is now. A wrong, replaced or ended link is refused alike. */
export async function openPreview(
  ctx: Pick<Context, "db" | "now" | "sealer" | "random" | "wait">,
  { drawId, code }: { drawId: string; code: string },
): Promise<OpenedPreview | Refusal<"draft-not-found">> {
  const now = ctx.now();
  const hash = hashPreviewCode(ctx.sealer, { drawId, code });
  return withRetry(ctx, async () => {
    const draft = await readPreviewedDraft(ctx.db, drawId, hash, now);
    if (!draft?.previewEndsAt) return refuse("draft-not-found");
    const endsAt = draft.previewEndsAt;
    const stored = await readDrawRecord(ctx.db, drawId);
    // An import may have given the draft's id to a draw of another parent.
    const base = stored?.draw.parentId === draft.parentId ? stored : null;
    const parsed = readImport(toDefinition(draft, base?.draw ?? null), false);
    if (!parsed.ok) return { ok: true, endsAt, shown: null, missing: listSteps(parsed.fields ?? []) };
    const { draw } = parsed;
    const words = getDrawOverrides({ draw, revision: draft.revision });
    const shown = {
      snapshot: createPreviewSnapshot(draw, base),
      at: getPreviewTime(draw, now),
      words: words && { ...words, version: `${words.version} draft` },
    };
    return { ok: true, endsAt, shown, missing: [] };
  });
}

export function hashPreviewCode(
  sealer: Pick<Sealer, "digest">,
  { drawId, code }: { drawId: string; code: string },
): string {
  return Buffer.from(sealer.digest(`${drawId}/${code}`, "draft preview")).toString("base64url");
}

function listSteps(problems: readonly { field: string }[]): DraftStep[] {
  const steps = new Set(problems.map(({ field }) => findStep(field)));
  return draftSteps.filter((step) => steps.has(step));
}
