import { findLockedChanges } from "@/lib/draws/import/rules.changes";
import { findDateContradictions, findUnpayablePrices } from "@/lib/draws/import/rules.consistency";
import { getTimeZone } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { getMinimumAge } from "@/lib/eligibility/rules";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import { withStoredDates, withZoneOffsets } from "./rules.dates";
import type { DraftContent } from "./schema";
import { setUpFields } from "./schema";

/** `baseRevision` is the revision of the stored draw that this draft changes; null for a new draw. */
export type Draft = {
  drawId: string;
  parentId: string;
  content: DraftContent;
  revision: number;
  baseRevision: number | null;
  savedAt: Date;
  savedBy: string | null;
  /** When the draft's preview link ends. Null without one. */
  previewEndsAt: Date | null;
};

export function toContent(draw: Draw): DraftContent {
  const entries = setUpFields.flatMap((field) => (draw[field] === undefined ? [] : [[field, draw[field]]]));
  return withZoneOffsets(Object.fromEntries(entries), getTimeZone(draw));
}

/**
 * The definition that an import takes. What is not set up (winners, people, provider) stays as it is stored. Sales open
 * by the draw's dates once it is approved.
 */
export function toDefinition({ drawId, parentId, content }: Draft, base: Draw | null): Record<string, unknown> {
  const isSetUp = (field: string) => (setUpFields as readonly string[]).includes(field);
  const keptFields = Object.entries(base ?? {}).filter(([field]) => !isSetUp(field));
  return {
    ...Object.fromEntries(keptFields),
    ...(base ? withStoredDates(content, base) : content),
    id: drawId,
    parentId,
    version: (base?.version ?? 0) + 1,
    state: { approval_state: "Approved" },
  };
}

export function withoutWinners(prizes: Draw["prizes"]): Draw["prizes"] {
  const lists = Object.entries(prizes).map(([type, list]) => [
    type,
    list.map(({ winnerName: _name, winningTicketNumber: _number, ...prize }) => prize),
  ]);
  return Object.fromEntries(lists);
}

/** Leaves out who won which prize, in content of any form. */
export function omitWinnerFields(content: DraftContent): DraftContent {
  const isOfWinner = (field: string) => field === "winnerName" || field === "winningTicketNumber";
  return JSON.parse(JSON.stringify(content, (field, part: unknown) => (isOfWinner(field) ? undefined : part)));
}

export type NewDraw = Pick<Draw, "title" | "type" | "province" | "timeZone"> & {
  drawId: string;
  halfOfPot: Draw["title"];
};

/** Leaves empty what the charity must write itself, because an example text could be published by mistake. */
export function createContent({ drawId, title, type, province, timeZone, halfOfPot }: NewDraw): DraftContent {
  return {
    type,
    title,
    urlSlug: drawId.toLowerCase(),
    province,
    enabledProvinces: [province],
    minimumAge: getMinimumAge({ province }),
    timeZone,
    locale: { lang: province === "QC" ? "fr" : "en" },
    ...(type === "5050 Cash" ? { prizes: { "Grand Prize": [{ description: halfOfPot }] } } : {}),
  };
}

/** What an import would refuse of a valid definition, or warn of, as far as the definitions alone show it. */
export function findDefinitionProblems(draw: Draw, base: Draw | null, hasSold: boolean): FieldProblem[] {
  return [
    ...(base && hasSold ? findLockedChanges(base, draw) : []),
    ...findDateContradictions(draw, null),
    ...findUnpayablePrices(draw),
  ];
}
