import { useTranslations } from "next-intl";
import { listImages } from "@/components/draws/banner";
import { DrawText, DrawTitle } from "@/components/draws/draw-text";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import type { PoolTitle } from "@/lib/orders/rules.pools";
import { describePools, listPoolTitles } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale, htmlLanguage } from "@/lib/platform/i18n/routing";

function Titles({ titles, locale }: { titles: PoolTitle[]; locale: Language }) {
  const parts = new Intl.ListFormat(formatLocale(locale)).formatToParts(titles.map(({ title }) => title));
  return parts.map(({ type, value }, index) => {
    if (type === "literal") return value.replace(/^,/, "");
    const lang = titles.find(({ title }) => title === value)?.lang;
    return (
      <span key={value} lang={lang && htmlLanguage(lang)} className="inline-block">
        {parts[index + 1]?.value.startsWith(",") ? `${value},` : value}
      </span>
    );
  });
}

const manyTitlesCount = 3;

function FirstTitle({ titles, locale }: { titles: PoolTitle[]; locale: Language }) {
  const t = useTranslations("order");
  const title = <Titles titles={titles.slice(0, 1)} locale={locale} />;
  return t.rich("titleAndMore", {
    count: titles.length - 1,
    title: () => title,
    rest: (chunks) => <span className="inline-block">{chunks}</span>,
  });
}

const logoSize = 48;

type OrderAboutProps = { order: Pick<OrderView, "lines">; draw: PublicDraw; locale: Language; checkoutHost: string };

export function OrderAbout({ order, draw, locale, checkoutHost }: OrderAboutProps) {
  const titles = listPoolTitles(order, describePools(draw, locale));
  const TitleList = titles.length < manyTitlesCount ? Titles : FirstTitle;
  const logo = draw.charity?.logo;
  return (
    <div className="ticket-title mb-3 sm:mb-4 print:mb-2">
      {logo && isOwnImage(logo, checkoutHost) ? (
        // biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is
        <img
          src={logo}
          alt=""
          width={logoSize}
          height={logoSize}
          fetchPriority="low"
          className="sm:size-12 print:hidden"
        />
      ) : null}
      <div>
        <p>
          <DrawText text={draw.organization} locale={locale} />
        </p>
        <p className="block text-balance font-bold font-display text-lg leading-tight sm:text-xl print:text-base">
          {titles.length < 2 ? (
            <span>
              <DrawTitle text={draw.title} locale={locale} />
            </span>
          ) : (
            <span>
              <TitleList titles={titles} locale={locale} />
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

/** A page with a secret URL loads nothing from other hosts. */
function isOwnImage(url: string, checkoutHost: string): boolean {
  return new URL(url, checkoutHost).origin === new URL(checkoutHost).origin;
}

type OrderImageProps = { draw: Pick<PublicDraw, "bannerImage">; checkoutHost: string };

export function OrderImage({ draw: { bannerImage: image }, checkoutHost }: OrderImageProps) {
  const url = image && listImages(image).find((one) => isOwnImage(one, checkoutHost));
  if (!url) return null;
  return (
    <div className="banner sm:h-48" style={{ backgroundColor: image.dominantColor }}>
      {/* biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script */}
      <img src={url} alt="" fetchPriority="low" decoding="async" className="picture" />
    </div>
  );
}
