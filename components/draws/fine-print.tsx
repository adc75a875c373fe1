import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { createPlaceRule, getMinimumAge, listResidences, listSalePlaces } from "@/lib/eligibility/rules";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import { getHelpLine } from "@/lib/provinces/rules.table";
import { formatPostalAddress } from "@/lib/receipts/paper/rules";
import { ClaimTerms } from "./claim-terms";
import { DrawParagraphs, DrawText } from "./draw-text";

type FinePrintProps = { draw: PublicDraw; locale: Language };

async function Licence({ draw }: Pick<FinePrintProps, "draw">) {
  const t = await getTranslations("draw");
  if (!draw.license) return null;
  return (
    <p>
      <span>{t("licence", { number: draw.license })}</span> <LicenceDocument href={draw.licensePDF} />
    </p>
  );
}

async function Organization({ draw, locale }: FinePrintProps) {
  const t = await getTranslations("draw");
  const address = formatPostalAddress(draw);
  return (
    <div>
      <p className="font-semibold text-ink">
        <DrawText text={draw.organization} locale={locale} />
      </p>
      {address ? <p>{address}</p> : null}
      {draw.supportEmail ? (
        <p>
          {t("contact")}{" "}
          <a className="link address font-semibold" href={`mailto:${draw.supportEmail}`}>
            {draw.supportEmail}
          </a>
        </p>
      ) : null}
    </div>
  );
}

const ageLines = { location: "ageLine", residence: "ageLineResident", residenceApart: "ageLineApart" } as const;

export async function AgeLine({ draw }: { draw: PublicDraw }) {
  const t = await getTranslations("draw");
  const list = new Intl.ListFormat(htmlLanguage(await getLocale()), { type: "disjunction" });
  const formatProvinces = (codes: PublicDraw["enabledProvinces"]) =>
    list.format(codes.map((code) => t(`provinces.${code}`)));
  return t(ageLines[createPlaceRule(draw)], {
    age: getMinimumAge(draw),
    province: formatProvinces(listSalePlaces(draw)),
    home: formatProvinces(listResidences(draw)),
  });
}

/** `isPlain` leaves out links, for a shared tablet. */
export async function ResponsiblePlay({ draw, isPlain = false }: Pick<FinePrintProps, "draw"> & { isPlain?: boolean }) {
  const t = await getTranslations("draw");
  const helpLine = getHelpLine(draw.province);
  return (
    <div className={isPlain ? undefined : "grid gap-1"}>
      <p>
        <span>
          <AgeLine draw={draw} />
        </span>{" "}
        {t("notDonation")}
      </p>{" "}
      <p>
        {helpLine ? (
          <span>
            {t.rich("helpLine", {
              name: helpLine.name,
              phone: helpLine.phone,
              link: (chunks) =>
                isPlain ? (
                  <strong className="whitespace-nowrap font-semibold">{chunks}</strong>
                ) : (
                  <a
                    className="whitespace-nowrap font-semibold underline underline-offset-4"
                    href={`tel:+${helpLine.phone.replaceAll("-", "")}`}
                  >
                    {chunks}
                  </a>
                ),
            })}
          </span>
        ) : (
          t("helpNeutral")
        )}
      </p>
    </div>
  );
}

const longRulesLength = 600;

/** The checkout and emails link to the id `rules`. Long rules are clipped until the reader follows such a link. */
export async function Rules({ draw, locale }: FinePrintProps) {
  const t = await getTranslations("draw");
  const isLong = localText(draw.rules, locale).text.length > longRulesLength;
  return (
    <section id="rules" aria-labelledby="rules-heading" className={isLong ? "rules long" : "rules"}>
      <h2 id="rules-heading" className="text-2xl text-ink">
        {t("rules")}
      </h2>
      <div className="mt-3 grid gap-3 text-muted">
        <DrawParagraphs text={draw.rules} locale={locale} />
      </div>
      {isLong ? (
        <a href="#rules" className="link mt-1 inline-flex min-h-11 items-center in-target:hidden print:hidden">
          {t("allRules")}
        </a>
      ) : null}
      <ClaimTerms draw={draw} locale={locale} />
    </section>
  );
}

const columnClass = "grid flex-[1_1_20rem] content-start gap-3";

export async function Organizer({ draw, locale }: FinePrintProps) {
  const t = await getTranslations("draw");
  return (
    <section aria-labelledby="organization" className="organizer">
      <h2 id="organization" className="text-2xl text-ink">
        {t("organization")}
      </h2>
      <div className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
        <div className={columnClass}>
          <Organization draw={draw} locale={locale} />
          <Licence draw={draw} />
        </div>
        <div className={columnClass}>
          <ResponsiblePlay draw={draw} />
        </div>
      </div>
    </section>
  );
}

export async function LicenceDocument({ href }: { href: string | null }) {
  const t = await getTranslations("draw");
  if (!href) return null;
  return (
    <a href={href} className="link font-semibold inline-flex items-center gap-1">
      <Icon name="document" className="size-4" />
      {t("licencePdf")}
    </a>
  );
}
