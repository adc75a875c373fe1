import { getTranslations } from "next-intl/server";

import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

const parts = ["page", "poster", "receipt", "email"] as const;

export type PreviewPart = (typeof parts)[number];

type PreviewBarProps = { locale: Language; path: string; part: PreviewPart; endsAt: Date; timeZone: string };

const barClass =
  "bg-ink px-4 py-2 text-center text-base text-surface sm:px-6 print:mb-2 print:border-2 print:border-black " +
  "print:bg-transparent print:text-black";

/** Marks the pages of a draft, on screen and in print, and leads from one to the next. */
export async function PreviewBar({ locale, path, part, endsAt, timeZone }: PreviewBarProps) {
  const t = await getTranslations({ locale, namespace: "preview" });
  return (
    <aside aria-label={t("label")} className={barClass}>
      <p className="text-balance">
        <strong>{t("mark")}</strong>{" "}
        <span className="text-sm">{t("endsAt", { date: formatInstant(endsAt, locale, timeZone, "dated") })}</span>
      </p>
      <nav aria-label={t("label")} className="print:hidden">
        <ul className="flex flex-wrap justify-center gap-x-6">
          {parts.map((each) => (
            <li key={each}>
              <a
                href={localizedPath(locale, each === "page" ? path : `${path}/${each}`)}
                aria-current={each === part ? "page" : undefined}
                className="inline-flex min-h-11 items-center underline aria-[current]:font-bold aria-[current]:no-underline"
              >
                {t(`parts.${each}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}
