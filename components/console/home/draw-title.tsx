import { useLocale, useTranslations } from "next-intl";

import { useCurrentAdmin } from "@/components/console/console-frame";
import { ConsoleLink } from "@/components/console/console-link";
import { DrawState } from "@/components/console/draws/draw-state";
import { mayOpen } from "@/components/console/sections";
import { Badge } from "@/components/ui/badge";
import type { HomeDraw } from "@/lib/console/home/rules";
import { localText } from "@/lib/local-text";
import { localizedPath } from "@/lib/platform/i18n/routing";

type DrawProps = { draw: HomeDraw };

/** Links to the draw's page for who may open it. */
export function HomeDrawTitle({ draw }: DrawProps) {
  const locale = useLocale();
  const { lang, text } = localText(draw.titles, locale);
  if (!mayOpen(useCurrentAdmin(), "draws")) return <span lang={lang}>{text}</span>;
  return (
    <ConsoleLink href={localizedPath(locale, `/console/draws/${draw.id}`)} className="underline">
      <span lang={lang}>{text}</span>
    </ConsoleLink>
  );
}

/** The state of the draw's sales, and whether it is a test. */
export function DrawMarks({ draw }: DrawProps) {
  const t = useTranslations("console.homePage");
  return (
    <>
      <DrawState draw={draw} />
      {draw.isTest ? <Badge tone="warning">{t("test")}</Badge> : null}
    </>
  );
}

/** Links to the results on the draw's public page. */
export function WinnerLink({ draw: { id, winningTicket } }: DrawProps) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  if (winningTicket === null) return null;
  return (
    <p>
      <a href={`${localizedPath(locale, `/${id}`)}#winners`} className="inline-flex min-h-11 items-center underline">
        {t("winner", { number: String(winningTicket) })}
      </a>
    </p>
  );
}
