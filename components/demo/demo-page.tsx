import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { DrawState } from "@/components/draws/draw-card";
import type { ListedDraw } from "@/components/draws/draw-filter";
import { filterDraws } from "@/components/draws/draw-filter";
import { ModeBanners } from "@/components/draws/mode-banners";
import { buttonClass } from "@/components/ui/button-class";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageHeader } from "@/components/ui/page/page-header";
import { QrCode } from "@/components/ui/qr-code";
import { ForcedTheme } from "@/components/ui/theme/theme-sync";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { demoCards, formatCardNumber } from "./demo-cards";

type DemoPageProps = {
  locale: Language;
  draws: readonly ListedDraw[];
  checkoutHost: string;
  registrationLink: string;
  sandboxHost: string;
};

/** The QR code is always light, because cameras read it best from a bright screen. Phones don't show it. */
export async function DemoPage(props: DemoPageProps) {
  const { locale, sandboxHost } = props;
  const t = await getTranslations({ locale, namespace: "demo" });
  const otherLinks = [
    { href: `${sandboxHost}/sandbox`, label: t("bank") },
    { href: `${sandboxHost}/sandbox/mailbox`, label: t("mailbox") },
    { href: localizedPath(locale, "/hashtest"), label: t("verification") },
  ];
  return (
    <>
      <ForcedTheme theme="light" />
      <ModeBanners locale={locale} isDemo isTestDraw={false} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      <main className="wrap-anywhere mx-auto grid grid-cols-[minmax(0,1fr)] max-w-6xl gap-12 px-4 py-10 sm:px-6 sm:py-14">
        <div>
          <h1 className="text-4xl sm:text-5xl">{t("heading")}</h1>
          <p className="mt-3 max-w-prose text-balance text-lg text-muted">
            {t("lead")} <span className="max-sm:hidden">{t("scan")}</span>
          </p>
        </div>
        <Section id="demo-draws" title={t("draws")}>
          <Draws {...props} />
        </Section>
        <Section id="demo-terminal" title={t("tablet")}>
          <Terminal {...props} />
        </Section>
        <Section id="demo-cards" title={t("cards")}>
          <Cards locale={locale} />
        </Section>
        <Section id="demo-elsewhere" title={t("behind")}>
          <ul className="flex flex-wrap gap-x-6">
            {otherLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className={linkClass}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      </main>
    </>
  );
}

const linkClass = "inline-flex min-h-11 items-center font-medium underline underline-offset-4";

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

async function Draws({ draws, locale, checkoutHost }: Pick<DemoPageProps, "draws" | "locale" | "checkoutHost">) {
  const t = await getTranslations({ locale, namespace: "demo" });
  const sortedDraws = [...filterDraws(draws, undefined), ...filterDraws(draws, "past")];
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {sortedDraws.map(({ draw, live }) => {
        const title = localText(draw.title, locale).text;
        const path = localizedPath(locale, `/${draw.id}`);
        return (
          <li
            key={draw.id}
            className="flex flex-wrap justify-between gap-x-3 gap-y-2 rounded-card border border-line bg-raised p-4 shadow-card"
          >
            <div className="flex min-w-0 flex-1 basis-32 flex-col gap-1">
              <h3 className="text-lg leading-snug">{title}</h3>
              <p className="text-muted text-sm">{draw.id}</p>
              <DrawState draw={draw} live={live} locale={locale} />
              <p className="mt-auto flex flex-wrap gap-x-6 pt-2 sm:flex-col sm:items-start">
                <a href={path} className={linkClass}>
                  {t("checkout")}
                </a>
                <a href={localizedPath(locale, `/1/${draw.id}`)} className={linkClass}>
                  {t("kiosk")}
                </a>
              </p>
            </div>
            <QrCode
              text={`${checkoutHost}${path}`}
              label={t("codeOf", { title })}
              className="-mt-2 -mr-2 hidden w-44 max-w-full self-start sm:block"
            />
          </li>
        );
      })}
    </ul>
  );
}

async function Terminal({ locale, registrationLink }: Pick<DemoPageProps, "locale" | "registrationLink">) {
  const t = await getTranslations({ locale, namespace: "demo" });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode
        text={registrationLink}
        label={t("registrationCode")}
        className="hidden w-56 rounded-card border border-line sm:block"
      />
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose">{t("registrationText")}</p>
        <a href={registrationLink} className={buttonClass("primary")}>
          {t("register")}
        </a>
        <a href={localizedPath(locale, "/terminal")} className={linkClass}>
          {t("terminal")}
        </a>
      </div>
    </div>
  );
}

async function Cards({ locale }: Pick<DemoPageProps, "locale">) {
  const t = await getTranslations({ locale, namespace: "demo" });
  return (
    <>
      <p className="max-w-prose">{t("cardsText")}</p>
      <ul className="grid gap-2">
        {demoCards.map(({ number, brand, result }) => (
          <li
            key={number}
            className="grid grid-cols-[auto_1fr] gap-x-4 border-line border-b pb-2 sm:grid-cols-[12rem_8rem_1fr]"
          >
            <span className="tabular font-semibold">{formatCardNumber(number)}</span>
            <span>{brand}</span>
            <span className="text-muted max-sm:col-span-full">{t(`results.${result}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
