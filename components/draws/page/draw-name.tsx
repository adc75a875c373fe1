import { getTranslations } from "next-intl/server";
import { DrawText, DrawTitle } from "@/components/draws/draw-text";
import { TestMark } from "@/components/draws/test-mark";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";

type DrawNameProps = {
  draw: PublicDraw;
  locale: Language;
  className: string;
  logoSize: number;
};

export async function DrawName({ draw, locale, className, logoSize }: DrawNameProps) {
  const t = await getTranslations("draw");
  const logo = draw.charity?.logo;
  return (
    <div className={className}>
      {/* biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is */}
      {logo ? <img src={logo} alt="" width={logoSize} height={logoSize} /> : null}
      <div>
        <p>
          {draw.isTestDraw ? <TestMark label={t("testMark")} /> : null}
          <span>
            <DrawText text={draw.organization} locale={locale} />
          </span>
        </p>
        <h1>
          <DrawTitle text={draw.title} locale={locale} />
        </h1>
      </div>
    </div>
  );
}
