import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawText } from "./draw-text";
import { LicencePaper } from "./licence-paper";

type SecondDrawListProps = { draw: PublicDraw; locale: Language };
type ItemProps = { second: PublicDraw["secondDraws"][number]; locale: Language; timeZone: string };

async function Papers({ second, locale, timeZone }: ItemProps) {
  const t = await getTranslations("draw");
  return (
    <p className="text-muted text-sm">
      {second.drawDate ? t("drawnOn", { date: formatInstant(second.drawDate, locale, timeZone, "long") }) : null}
      {second.drawDate && second.license ? " · " : null}
      {second.license ? t("licence", { number: second.license }) : null}
      <LicencePaper href={second.licensePDF} /> {t(second.useRNG ? "drawnByGenerator" : "drawnByHand")}
    </p>
  );
}

function Prizes({ second, locale }: Omit<ItemProps, "timeZone">) {
  const prizes = Object.values(second.prizes).flat();
  return prizes.map((prize, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
    <p key={at} className="flex items-start gap-2 font-medium">
      <Icon name="gift" className="mt-0.5 text-brand-strong" />
      <span>
        <DrawText text={prize.description} locale={locale} />
      </span>
    </p>
  ));
}

/** The second draws beside the main one: what each is for, its prizes, its own date and licence. */
export async function SecondDrawList({ draw, locale }: SecondDrawListProps) {
  if (draw.secondDraws.length === 0) return null;
  const t = await getTranslations("draw");
  const sorted = [...draw.secondDraws].sort((left, right) => right.settings.priority - left.settings.priority);
  return (
    <section aria-labelledby="second-draws">
      <h2 id="second-draws" className="text-2xl">
        {t("secondDraws")}
      </h2>
      <ul className="mt-4 grid gap-3">
        {sorted.map((second) => (
          <li key={second.id} className="grid gap-2 rounded-card border border-line bg-raised p-4">
            <h3 className="text-lg leading-snug">
              <DrawText text={second.title} locale={locale} />
            </h3>
            {second.description ? (
              <p>
                <DrawText text={second.description} locale={locale} />
              </p>
            ) : null}
            <Prizes second={second} locale={locale} />
            <Papers second={second} locale={locale} timeZone={draw.timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
