"use client";

import { useLocale, useTranslations } from "next-intl";
import { ConsoleLink } from "@/components/console/console-link";
import { LinkCode } from "@/components/console/link-code";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ListedDraw } from "@/lib/draws/client";
import { localizedPath } from "@/lib/platform/i18n/routing";

const linkClass = "inline-flex min-h-11 items-center underline";

/** What a draw's sellers need next: the page to share, its poster, and its orders. */
export function SalesPage({ draw, isNew }: { draw: ListedDraw; isNew: boolean }) {
  const t = useTranslations("console.draws.page");
  const locale = useLocale();
  const path = localizedPath(locale, `/${draw.id}`);
  return (
    <Card aria-labelledby="sales-page" className="grid grid-cols-1 gap-4">
      {isNew ? <Notice tone="positive" role="status" title={t("published")} /> : null}
      <h2 id="sales-page" className="text-xl">
        {t("title")}
      </h2>
      <LinkCode link={window.location.origin + path} label={t("qr")} />
      <p className="flex flex-wrap gap-x-6">
        <a href={path} target="_blank" rel="noreferrer" className={linkClass}>
          {t("open")}
        </a>
        <a href={`${path}/poster`} target="_blank" rel="noreferrer" className={linkClass}>
          {t("poster")}
        </a>
        <ConsoleLink href={localizedPath(locale, `/console/orders?instanceId=${draw.id}`)} className={linkClass}>
          {t("orders")}
        </ConsoleLink>
      </p>
    </Card>
  );
}
