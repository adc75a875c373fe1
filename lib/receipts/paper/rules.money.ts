import { mainWinnerOf } from "@/lib/draws/prizes/rules.winners";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toCents, toDollars } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";

const dollarStyle = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** Formatters are made once: making one takes much longer than using it. */
function moneyFormatsOf(style: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(formatLocale("en"), style),
    fr: new Intl.NumberFormat(formatLocale("fr"), style),
  };
}

const moneyFormats = moneyFormatsOf(dollarStyle);
const shortMoneyFormats = moneyFormatsOf({
  ...dollarStyle,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions);

/** An amount in dollars as Canada writes it: `$1,234.56`, `1 234,56 $`. */
export function formatMoney(dollars: number, language: Language): string {
  return moneyFormats[language].format(dollars);
}

/** The same without zero cents: `$20`, `20 $`. */
export function formatShortMoney(dollars: number, language: Language): string {
  return shortMoneyFormats[language].format(dollars);
}

type FundraiserDraw = Pick<PublicDraw, "type"> & {
  secondDraws: readonly Pick<PublicDraw["secondDraws"][number], "id" | "type">[];
};

/**
 * What an order raised, in dollars: the half of 50/50 draws that no winner gets. Null if a part of it paid for another
 * kind of draw: nobody here knows what its prizes cost.
 */
export function raisedBy({ lines, amount }: Pick<OrderView, "lines" | "amount">, draw: FundraiserDraw): number | null {
  const typeOf = new Map(draw.secondDraws.map(({ id, type }) => [id, type] as const));
  const isHalved = lines.every(({ poolId }) => (typeOf.get(poolId) ?? draw.type) === "5050 Cash");
  return isHalved ? toDollars(Math.floor(toCents(amount) / 2)) : null;
}

/**
 * What a finished 50/50 raised, in dollars, including other sales of its pot: the half that no winner gets. Null before
 * its number is drawn, for a draw without a share of a pot, and if nothing was raised.
 */
export function raisedByDraw(draw: Pick<PublicDraw, "winners">, live: Pick<LiveState, "prize" | "pot">): number | null {
  if (live.prize === null || !mainWinnerOf(draw)) return null;
  const raised = toCents(live.pot) - toCents(live.prize);
  return raised > 0 ? toDollars(raised) : null;
}
