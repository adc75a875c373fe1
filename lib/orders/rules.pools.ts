import { findGrandWinner } from "@/lib/draws/prizes/rules.winners";
import { getSchedule, getSecondDrawDate, mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toCents, toDollars } from "@/lib/money";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import type { NumberRangeView, OrderLineView, OrderView } from "./rules";

/** `lang` is set if the title isn't in the page's language. */
export type PoolTitle = { title: string; lang?: Language };

/** `drawn` is the draw date in words. `isDrawn` is true once the pool is known to have been drawn then. */
export type PoolDescription = PoolTitle & { licence: string; drawn: string | null; isDrawn?: boolean };

/** Matches a stored draw and its public projection. */
export type DescribedDraw = Pick<
  PublicDraw,
  "title" | "license" | "dates" | "startDate" | "endDate" | "timeZone" | "winners" | "prizes"
> & {
  secondDraws: readonly Pick<SecondDraw, "id" | "title" | "license" | "drawDate" | "prizes">[];
};

/** The main pool comes first. Empty for a draw that is no longer shown. */
export function describePools(draw: DescribedDraw | null, locale: Language): Map<string, PoolDescription> {
  if (!draw) return new Map();
  const describeDrawDate = (poolId: string, date: Date | null) => {
    const winner = findGrandWinner(draw, poolId);
    const at = winner?.drawnAt ?? date;
    const drawn = at ? formatInstant(at, locale, draw.timeZone, "dated") : null;
    return winner ? { drawn, isDrawn: true } : { drawn };
  };
  const main: PoolDescription = {
    ...getTitle(draw.title, locale),
    licence: draw.license,
    ...describeDrawDate(mainPoolId, getSchedule(draw).drawsAt),
  };
  const secondPools = draw.secondDraws.map((second): [string, PoolDescription] => [
    second.id,
    {
      ...getTitle(second.title, locale),
      licence: second.license,
      ...describeDrawDate(second.id, getSecondDrawDate(second)),
    },
  ]);
  return new Map([[mainPoolId, main], ...secondPools]);
}

/** Sorted like the draw's pools. */
export function listPoolTitles(
  { lines }: Pick<OrderView, "lines">,
  pools: ReadonlyMap<string, PoolDescription>,
): PoolTitle[] {
  const bought = new Set(lines.map(({ poolId }) => poolId));
  return [...pools].filter(([poolId]) => bought.has(poolId)).map(([, pool]) => pool);
}

export type PoolNumbers = PoolDescription & { poolId: string; ranges: NumberRangeView[] };

/** Sorted like the draw's pools. A pool that the draw no longer has comes last, with its id as title. */
export function groupByPool(numbers: NumberRangeView[], pools: ReadonlyMap<string, PoolDescription>): PoolNumbers[] {
  const poolIds = [...new Set([...pools.keys(), ...numbers.map((range) => range.poolId)])];
  return poolIds
    .map((poolId) => ({
      ...(pools.get(poolId) ?? { title: poolId, licence: "", drawn: null }),
      poolId,
      ranges: numbers.filter((range) => range.poolId === poolId).sort((left, right) => left.first - right.first),
    }))
    .filter((pool) => pool.ranges.length > 0);
}

/** With such numbers, the title of each draw stands above its numbers. */
export function hasSecondDrawNumbers({ numbers }: Pick<OrderView, "numbers">): boolean {
  return numbers.some(({ poolId }) => poolId !== mainPoolId);
}

/** Groups three digits from 10 000 on, and never pads. */
export function formatTicketNumber(ticketNumber: number): string {
  const digits = String(ticketNumber);
  return ticketNumber < 10_000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}

/** One package, or all lines of one bundle. `amount` is in dollars. */
export type LineGroup = { bundleId: string | null; lines: OrderLineView[]; amount: number };

export function groupLines(lines: readonly OrderLineView[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const lineBundle = line.bundleId && groups.find(({ bundleId }) => bundleId === line.bundleId);
    if (lineBundle) lineBundle.lines.push(line);
    else groups.push({ bundleId: line.bundleId ?? null, lines: [line], amount: 0 });
  }
  const sum = (group: LineGroup) => toDollars(group.lines.reduce((cents, line) => cents + toCents(line.amount), 0));
  return groups.map((group) => ({ ...group, amount: sum(group) }));
}

/** Returns 1 if the draw no longer has the bundle. */
export function countBundles(draw: Pick<PublicDraw, "bundles"> | null, { bundleId, lines }: LineGroup): number {
  const bundle = draw?.bundles.find(({ id }) => id === bundleId);
  const packages = (sum: number, { quantity }: { quantity: number }) => sum + quantity;
  const each = bundle?.items.reduce(packages, 0) ?? 0;
  return each > 0 ? Math.max(1, Math.round(lines.reduce(packages, 0) / each)) : 1;
}

function getTitle(title: LocalText, locale: Language): PoolTitle {
  const { text, lang } = localText(title, locale);
  return lang && lang !== locale ? { title: text, lang } : { title: text };
}
