import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";

export const drawActions = [
  "draw-imported",
  "draw-redefined",
  "credentials-changed",
  "draw-closed",
  "draw-opened",
  "database-restored",
  "numbers-lost",
  "payment-lost",
  "zone-reading-chosen",
] as const;

export type DrawAction = (typeof drawActions)[number];

/** Fields that may not change after the first sale (docs/design.md, Locked fields). */
const lockedFields = [
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

const freeFieldsOfSecondDraws = new Set([
  "title",
  "description",
  "licensePDF",
  "ticketPrinter",
  "useRNG",
  "prizes",
  "participatesInTeamStats",
]);

/** The value as text, with names sorted so that their order does not matter. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

export function findChangedFields(before: Draw, after: Draw): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Draw>;
  return [...fields].filter((field) => canonical(before[field]) !== canonical(after[field])).sort();
}

function pickLockedFields(second: Draw["secondDraws"][number]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(second).filter(([field]) => !freeFieldsOfSecondDraws.has(field)));
}

export function findLockedChanges(before: Draw, after: Draw): FieldProblem[] {
  const changed = lockedFields.filter((field) => canonical(before[field]) !== canonical(after[field]));
  const seconds =
    canonical(before.secondDraws.map(pickLockedFields)) !== canonical(after.secondDraws.map(pickLockedFields));
  const fields = seconds ? [...changed, "secondDraws"] : changed;
  return fields.map((field) => ({ field, problem: "locked" }));
}

const fieldsOfPersons = new Set<string>(["userIDs", "userRoles", "supportEmail"] satisfies (keyof Draw)[]);

/**
 * What a revision keeps. It leaves out winners' names and the organization's people, so that a name is gone once an
 * import removes it.
 */
export function omitPersonalFields({ winners, ...draw }: Draw): Record<string, unknown> {
  const nameless = JSON.stringify(
    { ...draw, winners: winners.map(({ name: _name, ...winner }) => winner) },
    (key, part) => (key === "winnerName" ? undefined : part),
  );
  const kept = Object.entries(JSON.parse(nameless) as object).filter(([field]) => !fieldsOfPersons.has(field));
  return Object.fromEntries(kept);
}

/** `place` is the date's field, without the index of a prize. */
export type DateChange = { place: string; from: string; to: string };

type DatedPrizes = Draw["prizes"];
type Rewrite = (written: string, place: string) => string;

function mapPrizes(prizes: DatedPrizes, place: string, rewrite: Rewrite): DatedPrizes {
  const lists = Object.entries(prizes).map(([type, list]) => {
    const dated = list.map((prize) =>
      prize.drawDate ? { ...prize, drawDate: rewrite(prize.drawDate, `${place}.${type}`) } : prize,
    );
    return [type, dated] as const;
  });
  return Object.fromEntries(lists);
}

/** Leaves `drawnAt` of winners as it is, because it is no planned date. */
export function mapDates(draw: Draw, rewrite: Rewrite): Draw {
  return {
    ...draw,
    startDate: rewrite(draw.startDate, "startDate"),
    endDate: rewrite(draw.endDate, "endDate"),
    dates: draw.dates.map((date, index) => rewrite(date, `dates.${index}`)),
    prizes: mapPrizes(draw.prizes, "prizes", rewrite),
    secondDraws: draw.secondDraws.map((second, index) => {
      const place = `secondDraws.${index}`;
      const dates = (["startDate", "cutOffDate", "drawDate"] as const).flatMap((field) => {
        const written = second[field];
        return written ? [[field, rewrite(written, `${place}.${field}`)] as const] : [];
      });
      return { ...second, ...Object.fromEntries(dates), prizes: mapPrizes(second.prizes, `${place}.prizes`, rewrite) };
    }),
  };
}

export function withDateChanges(draw: Draw, moves: readonly DateChange[]): Draw {
  const moved = new Map(moves.map(({ place, from, to }) => [`${place} ${from}`, to]));
  return mapDates(draw, (written, place) => moved.get(`${place} ${written}`) ?? written);
}

/** Writes all dates in UTC, so that they compare whatever their offsets. */
export function withUtcDates(draw: Draw): Draw {
  return mapDates(draw, (written) => new Date(written).toISOString());
}
