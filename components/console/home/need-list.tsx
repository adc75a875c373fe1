import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { useCurrentAdmin } from "@/components/console/console-frame";
import { ConsoleLink } from "@/components/console/console-link";
import { consoleZone } from "@/components/console/console-zone";
import { mayOpen } from "@/components/console/sections";
import { Card } from "@/components/ui/card";
import type { HomeNeed } from "@/lib/console/home/rules";
import { isComingUp } from "@/lib/console/home/rules";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** What somebody has to mend, and apart from it the dates that come by themselves. */
export function NeedLists({ needs }: { needs: readonly HomeNeed[] }) {
  const t = useTranslations("console.homePage.needs");
  const faults = needs.filter((need) => !isComingUp(need));
  const dates = needs.filter(isComingUp);
  return (
    <>
      <Card aria-labelledby="needs" className="py-4 sm:py-4">
        <h2 id="needs" className="text-xl">
          {t("title")}
        </h2>
        {faults.length === 0 ? <p className="pt-1 text-muted">{t("none")}</p> : <NeedList needs={faults} />}
      </Card>
      {dates.length > 0 ? (
        <Card aria-labelledby="coming-up" className="py-4 sm:py-4">
          <h2 id="coming-up" className="text-xl">
            {t("comingUp")}
          </h2>
          <NeedList needs={dates} />
        </Card>
      ) : null}
    </>
  );
}

/** Each matter is a sentence that links to the page where something can be done about it. */
function NeedList({ needs }: { needs: readonly HomeNeed[] }) {
  const getSentence = useNeedSentence();
  const getHref = useNeedHref();
  return (
    <ul className="divide-y divide-line">
      {needs.map((need) => (
        <li key={getKey(need)} className="flex min-h-11 items-center py-1">
          <NeedLink href={getHref(need)}>{getSentence(need)}</NeedLink>
        </li>
      ))}
    </ul>
  );
}

function NeedLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span>{children}</span>;
  return (
    <ConsoleLink href={href} className="inline-flex min-h-11 items-center underline">
      {children}
    </ConsoleLink>
  );
}

function getKey(need: HomeNeed): string {
  if ("instanceId" in need) return `${need.kind} ${need.instanceId}`;
  return need.kind === "tablet-silent" ? `${need.kind} ${need.deviceId}` : need.kind;
}

function useNeedSentence(): (need: HomeNeed) => string {
  const t = useTranslations("console.homePage.needs");
  const locale = useLocale();
  return (need) => {
    if (need.kind === "bank-hosts") return t("bank-hosts");
    if (need.kind === "tablet-silent") {
      return t("tablet-silent", {
        name: need.name,
        time: formatInstant(need.seenAt, locale, consoleZone, "clock"),
      });
    }
    const draw = localText(need.titles, locale).text;
    if ("count" in need) return t(need.kind, { draw, count: need.count });
    if ("at" in need) return t(need.kind, { draw, time: formatInstant(need.at, locale, need.timeZone, "stamp") });
    return t(need.kind, { draw });
  };
}

/** Null if the signed-in person has no page for it. */
function useNeedHref(): (need: HomeNeed) => string | null {
  const locale = useLocale();
  const admin = useCurrentAdmin();
  return (need) => {
    switch (need.kind) {
      case "bank-hosts":
        return null;
      case "tablet-silent":
        return localizedPath(locale, "/console/tablets");
      case "payment-unclear":
      case "refund-refused":
      case "email-undelivered": {
        const query = new URLSearchParams({ instanceId: need.instanceId, state: need.kind });
        return localizedPath(locale, `/console/orders?${query}`);
      }
      default:
        return mayOpen(admin, "draws") ? localizedPath(locale, `/console/draws/${need.instanceId}`) : null;
    }
  };
}
