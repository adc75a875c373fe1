import { getTranslations } from "next-intl/server";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawCard } from "./draw-card";
import type { ListedDraw } from "./draw-filter";

type FeaturedDrawsProps = { featured: ListedDraw[]; isOver: boolean; locale: Language };

/** Other draws that sell now (`featuredDraws`); once a draw is over, where one goes on playing. */
export async function FeaturedDraws({ featured, isOver, locale }: FeaturedDrawsProps) {
  if (featured.length === 0) return null;
  const t = await getTranslations("draw.featured");
  return (
    <section aria-labelledby="featured-draws" className="featured">
      <h2 id="featured-draws" className="text-2xl">
        {t(isOver ? "next" : "heading")}
      </h2>
      <ul className="draws-beside">
        {featured.map((one) => (
          <li key={one.draw.id} className="grid">
            <DrawCard {...one} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}
