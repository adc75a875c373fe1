import { DrawText, DrawTitle } from "@/components/draws/draw-text";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { boughtTitlesOf, poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";

/** Titles in a sentence; each, with the comma after it, is parted only where it is longer than a line. */
function Titles({ titles, locale }: { titles: string[]; locale: Language }) {
  const parts = new Intl.ListFormat(formatLocale(locale)).formatToParts(titles);
  return parts.map(({ type, value }, at) => {
    if (type === "literal") return value.replace(/^,/, "");
    return (
      <span key={value} className="inline-block">
        {parts[at + 1]?.value.startsWith(",") ? `${value},` : value}
      </span>
    );
  });
}

type OrderAboutProps = { order: OrderView; draw: PublicDraw; locale: Language };

/** For which draws an order is, and whose they are. */
export function OrderAbout({ order, draw, locale }: OrderAboutProps) {
  const titles = boughtTitlesOf(order, poolFactsOf(draw, locale));
  return (
    <p className="mb-5 text-balance text-sm leading-snug sm:text-base print:mb-2">
      <strong className="block font-semibold">
        {titles.length > 1 ? (
          <Titles titles={titles} locale={locale} />
        ) : (
          <DrawTitle text={draw.title} locale={locale} />
        )}
      </strong>{" "}
      <DrawText text={draw.organization} locale={locale} />
    </p>
  );
}
