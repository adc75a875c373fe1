import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toCents, toDollars } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";

const dollarStyle = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

const moneyFormats = createMoneyFormats(dollarStyle);
const shortMoneyFormats = createMoneyFormats({
  ...dollarStyle,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions);

/** Writes `$1,234.56`, or `1 234,56 $` in French. */
export function formatMoney(dollars: number, language: Language): string {
  return moneyFormats[language].format(dollars);
}

/** Leaves out zero cents: `$20`, or `20 $` in French. */
export function formatShortMoney(dollars: number, language: Language): string {
  return shortMoneyFormats[language].format(dollars);
}

type FundraiserDraw = Pick<PublicDraw, "type"> & {
  secondDraws: readonly Pick<PublicDraw["secondDraws"][number], "id" | "type">[];
};

/** In dollars: half of the 50/50 sales. Null with lines of a raffle, because the costs of its prizes are unknown. */
export function computeRaised(
  { lines, amount }: Pick<OrderView, "lines" | "amount">,
  draw: FundraiserDraw,
): number | null {
  const poolTypes = new Map(draw.secondDraws.map(({ id, type }) => [id, type] as const));
  const isHalved = lines.every(({ poolId }) => (poolTypes.get(poolId) ?? draw.type) === "5050 Cash");
  return isHalved ? toDollars(Math.floor(toCents(amount) / 2)) : null;
}

/** In dollars: the half of a finished 50/50's pot that the charity keeps, including sales outside of this product. */
export function computeRaisedByDraw(
  draw: Pick<PublicDraw, "winners">,
  live: Pick<LiveState, "prize" | "pot">,
): number | null {
  if (live.prize === null || !findMainWinner(draw)) return null;
  const raised = toCents(live.pot) - toCents(live.prize);
  return raised > 0 ? toDollars(raised) : null;
}

/** Formatters are kept, because constructing one takes much longer than using it. */
function createMoneyFormats(style: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(formatLocale("en"), style),
    fr: new Intl.NumberFormat(formatLocale("fr"), style),
  };
}
