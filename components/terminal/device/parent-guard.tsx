"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { useDevice } from "./use-device";

type ParentGuardProps = {
  parentId: string;
  namedParentId: string | null;
  children: ReactNode;
};

/** The server would refuse a sale on another parent's tablet, so the page takes no money there. */
export function ParentGuard({ parentId, namedParentId, children }: ParentGuardProps) {
  const t = useTranslations("terminalSale.elsewhere");
  const locale = useLocale();
  const { allocation } = useDevice();
  const ownParentId = allocation?.parentId ?? namedParentId;
  if (ownParentId === null || ownParentId === parentId) return <>{children}</>;
  return (
    <Notice tone="warning" role="alert" icon="lock" title={t("title")}>
      <p>{t("text")}</p>
      <p>
        <a href={localizedPath(locale, "/terminal")} className={buttonClass("primary")}>
          {t("draws")}
        </a>
      </p>
    </Notice>
  );
}
