import { lockedFields, unlockedSecondDrawFields } from "@/lib/draws/import/rules.changes";
import { getTimeZone } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import { withoutWinners } from "./rules";
import { withZoneOffsets } from "./rules.dates";
import type { DraftContent } from "./schema";
import { setUpFields } from "./schema";

/** A definition as a revision keeps it. A field that is younger than the revision is missing. */
export type EarlierDraw = Partial<Draw>;

/**
 * The set-up of an earlier version. What sales have locked and the prizes of a drawn pool stay as they are now, and so
 * does what revisions don't keep (`omitPersonalFields`).
 */
export function createVersionContent(earlier: EarlierDraw, draw: Draw, hasSold: boolean): DraftContent {
  const keptFields: readonly string[] = ["supportEmail", ...(hasSold ? [...lockedFields, "once"] : [])];
  const entries = setUpFields.flatMap((field) => {
    const value = keptFields.includes(field) ? draw[field] : earlier[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const content = {
    ...Object.fromEntries(entries),
    prizes: mergePrizes(earlier.prizes, draw.prizes, hasSold),
    secondDraws: mergeSecondDraws(earlier.secondDraws ?? [], draw.secondDraws, hasSold),
  };
  return withZoneOffsets(content, getTimeZone(hasSold ? draw : { timeZone: earlier.timeZone ?? draw.timeZone }));
}

function mergePrizes(earlier: Draw["prizes"] | undefined, current: Draw["prizes"], hasSold: boolean): Draw["prizes"] {
  const isDrawn = Object.values(current).some((list) => list.some((prize) => prize.winningTicketNumber !== undefined));
  if (isDrawn) return current;
  const { "Early Bird": earlyBirds, ...prizes } = withoutWinners(earlier ?? {});
  // Cut-offs are locked.
  const kept = hasSold ? current["Early Bird"] : earlyBirds;
  return { ...prizes, ...(kept ? { "Early Bird": kept } : {}) };
}

function mergeSecondDraws(earlier: readonly SecondDraw[], current: readonly SecondDraw[], hasSold: boolean) {
  const byId = new Map(current.map((second) => [second.id, second]));
  if (!hasSold) {
    return earlier.map((second) => ({
      ...second,
      prizes: mergePrizes(second.prizes, byId.get(second.id)?.prizes ?? {}, false),
    }));
  }
  const earlierById = new Map(earlier.map((second) => [second.id, second]));
  return current.map((second) => {
    const before = earlierById.get(second.id);
    if (!before) return second;
    const unlocked = Object.entries(before).filter(([field]) => unlockedSecondDrawFields.has(field));
    return { ...second, ...Object.fromEntries(unlocked), prizes: mergePrizes(before.prizes, second.prizes, true) };
  });
}
