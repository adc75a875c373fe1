import { getTranslations } from "next-intl/server";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { LicenceDocument } from "@/components/draws/fine-print";
import { Icon } from "@/components/ui/icon";
import { drawingDateKeys, findDrawing, findDrawingMethodKey } from "@/lib/draws/prizes/rules.stage";
import { findGrandWinner } from "@/lib/draws/prizes/rules.winners";
import { getSecondDrawDate } from "@/lib/draws/rules";
import { createCatalogue, getOfferedPoolIds } from "@/lib/draws/rules.catalogue";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { hasOrderForm } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

export async function SecondDrawList(props: DrawProps) {
  const draws = listUnofferedDraws(props);
  if (draws.length === 0) return null;
  const t = await getTranslations("draw");
  const sorted = draws.sort((left, right) => right.settings.priority - left.settings.priority);
  return (
    <section aria-labelledby="second-draws">
      <h2 id="second-draws" className="text-2xl">
        {t(hasOrderForm(props.live) ? "secondDrawsClosed" : "secondDraws")}
      </h2>
      <ul className="mt-4 grid gap-3">
        {sorted.map((second) => (
          <li key={second.id} className="rounded-card border border-line bg-raised px-4">
            <SecondDraw {...props} second={second} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function listUnofferedDraws({ draw, live }: Omit<DrawProps, "locale">): PublicDraw["secondDraws"] {
  const enabled = draw.secondDraws.filter(({ settings }) => settings.enabled);
  if (!hasOrderForm(live)) return enabled;
  const pools = getOfferedPoolIds(createCatalogue(draw), new Date(live.serverTime));
  return enabled.filter(({ id }) => !pools.has(id));
}

type SecondDrawProps = { second: PublicDraw["secondDraws"][number]; locale: Language };

async function SecondDraw({ second, ...props }: SecondDrawProps & DrawProps) {
  const t = await getTranslations("draw");
  const { live, locale } = props;
  const title = (
    <h3 className="text-lg leading-snug">
      <DrawText text={second.title} locale={locale} />
    </h3>
  );
  const details = (
    <>
      {second.description ? (
        <p>
          <DrawText text={second.description} locale={locale} />
        </p>
      ) : null}
      <Prizes second={second} locale={locale} />
      <SecondDrawDetails {...props} second={second} />
    </>
  );
  if (!hasOrderForm(live)) {
    return (
      <div className="grid gap-2 py-4">
        {title}
        {details}
      </div>
    );
  }
  return (
    <details>
      <summary className="question">
        <div>
          {title}
          <p className="font-medium text-warning">{t("salesClosed")}</p>
        </div>
        <Icon name="chevron-down" />
      </summary>
      <div className="grid gap-2 pb-4">{details}</div>
    </details>
  );
}

function Prizes({ second, locale }: SecondDrawProps) {
  const prizes = Object.values(second.prizes).flat();
  return prizes.map((prize, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
    <p key={index} className="flex items-start gap-2 font-medium">
      <Icon name="gift" className="mt-0.5 text-brand-strong" />
      <span>
        <DrawText text={prize.description} locale={locale} />
      </span>
    </p>
  ));
}

async function SecondDrawDetails({ second, draw, locale, live: { serverTime } }: SecondDrawProps & DrawProps) {
  const t = await getTranslations("draw");
  const drawing = findDrawing(findGrandWinner(draw, second.id), getSecondDrawDate(second), new Date(serverTime));
  const method = findDrawingMethodKey(draw, second.id);
  return (
    <div className="text-muted text-sm">
      {drawing ? (
        <p>
          <DateText
            text={t(drawingDateKeys[drawing.stage], { date: formatInstant(drawing.at, locale, draw.timeZone, "long") })}
          />
        </p>
      ) : null}
      {method ? <p>{t(method)}</p> : null}
      {second.license || second.licensePDF ? (
        <p className="mt-1">
          {second.license ? <span>{t("licence", { number: second.license })}</span> : null}{" "}
          <LicenceDocument href={second.licensePDF} />
        </p>
      ) : null}
    </div>
  );
}
