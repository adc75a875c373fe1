import { getOnce } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import { findLockedCutOffs } from "./rules.cut-offs";

export const drawActions = [
  "draw-imported",
  "draw-redefined",
  "credentials-changed",
  "draw-closed",
  "draw-opened",
  "draw-archived",
  "draw-unarchived",
  "cancellation-proposed",
  "cancellation-withdrawn",
  "draw-cancelled",
  "database-restored",
  "numbers-lost",
  "payment-lost",
  "zone-reading-chosen",
] as const;

export type DrawAction = (typeof drawActions)[number];

/** These may not change after the first sale (docs/design.md, Locked fields). */
export const lockedFields = [
  "type",
  "parentId",
  "ticketPriceInfo",
  "ticketPools",
  "bundles",
  "maxTickets",
  "maxTicketPayout",
  "maxJackpot",
  "jackpotTotal",
  "startDate",
  "endDate",
  "dates",
  "timeZone",
  "isTestDraw",
  "paymentProvider",
] as const satisfies readonly (keyof Draw)[];

/** Fields of a second draw that may change after a sale, apart from cut-offs in its prizes. */
export const unlockedSecondDrawFields: ReadonlySet<string> = new Set([
  "title",
  "description",
  "licensePDF",
  "ticketPrinter",
  "useRNG",
  "prizes",
  "redrawTerms",
  "claimTerms",
  "participatesInTeamStats",
]);

/** Sorts the names of fields, so that their order makes no difference. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

export function findChangedFields(before: Draw, after: Draw): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Draw>;
  return [...fields].filter((field) => toCanonicalText(before[field]) !== toCanonicalText(after[field])).sort();
}

function pickLockedFields(second: Draw["secondDraws"][number]): Record<string, unknown> {
  const fields = Object.entries({ ...second, once: getOnce(second) });
  return Object.fromEntries(fields.filter(([field]) => !unlockedSecondDrawFields.has(field)));
}

export function findLockedChanges(before: Draw, after: Draw): FieldProblem[] {
  const changed = lockedFields.filter((field) => toCanonicalText(before[field]) !== toCanonicalText(after[field]));
  const hasSecondDrawChanges =
    toCanonicalText(before.secondDraws.map(pickLockedFields)) !==
    toCanonicalText(after.secondDraws.map(pickLockedFields));
  const fields = [
    ...changed,
    ...(getOnce(before) === getOnce(after) ? [] : ["once"]),
    ...(hasSecondDrawChanges ? ["secondDraws"] : []),
  ];
  const problems = fields.map((field): FieldProblem => ({ field, problem: "locked" }));
  return [...problems, ...findLockedCutOffs(before, after)];
}

const personalFields = new Set<string>(["userIDs", "userRoles", "supportEmail"] satisfies (keyof Draw)[]);

/**
 * Returns the definition as revisions keep it, without the names of winners and of the organization's people. So a name
 * is gone everywhere once an import removes it.
 */
export function omitPersonalFields({ winners, ...draw }: Draw): Record<string, unknown> {
  const nameless = JSON.stringify(
    { ...draw, winners: winners.map(({ name: _name, ...winner }) => winner) },
    (key, part) => (key === "winnerName" ? undefined : part),
  );
  const keptEntries = Object.entries(JSON.parse(nameless) as object).filter(([field]) => !personalFields.has(field));
  return Object.fromEntries(keptEntries);
}

/** `place` is the field of the date, without the index of a prize. */
export type DateChange = { place: string; from: string; to: string };

type DatedPrizes = Draw["prizes"];
type RewriteDate = (date: string, place: string) => string;

function mapPrizes(prizes: DatedPrizes, place: string, rewrite: RewriteDate): DatedPrizes {
  const lists = Object.entries(prizes).map(([type, list]) => {
    const datedPrizes = list.map(({ drawDate, cutOffDate, ...prize }) => ({
      ...prize,
      ...(drawDate ? { drawDate: rewrite(drawDate, `${place}.${type}`) } : {}),
      ...(cutOffDate ? { cutOffDate: rewrite(cutOffDate, `${place}.${type}.cutOffDate`) } : {}),
    }));
    return [type, datedPrizes] as const;
  });
  return Object.fromEntries(lists);
}

/** Leaves `drawnAt` of winners unchanged, because it is not a planned date. */
export function mapDates(draw: Draw, rewrite: RewriteDate): Draw {
  return {
    ...draw,
    startDate: rewrite(draw.startDate, "startDate"),
    endDate: rewrite(draw.endDate, "endDate"),
    dates: draw.dates.map((date, index) => rewrite(date, `dates.${index}`)),
    prizes: mapPrizes(draw.prizes, "prizes", rewrite),
    secondDraws: draw.secondDraws.map((second, index) => {
      const place = `secondDraws.${index}`;
      const dates = (["startDate", "cutOffDate", "drawDate"] as const).flatMap((field) => {
        const date = second[field];
        return date ? [[field, rewrite(date, `${place}.${field}`)] as const] : [];
      });
      return { ...second, ...Object.fromEntries(dates), prizes: mapPrizes(second.prizes, `${place}.prizes`, rewrite) };
    }),
  };
}

export function withDateChanges(draw: Draw, changes: readonly DateChange[]): Draw {
  const replacements = new Map(changes.map(({ place, from, to }) => [`${place} ${from}`, to]));
  return mapDates(draw, (date, place) => replacements.get(`${place} ${date}`) ?? date);
}

/** Makes dates comparable whatever their offsets. */
export function withUtcDates(draw: Draw): Draw {
  return mapDates(draw, (date) => new Date(date).toISOString());
}
