"use client";

import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useLazyPart } from "@/components/ui/use-lazy-part";
import type { DraftView } from "@/lib/drafts/rules.views";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

export const loadNamedFields = () => import("./named-fields");

/** Tells whether what was typed is saved, and lets somebody choose if another person saved the draft first. */
export function SaveStatus() {
  const t = useTranslations("console.setUp.save");
  const locale = useLocale();
  const refusalText = useRefusalText();
  const { state, view, takeNewer, keepOwn, flush } = useDraftContext();
  const formatTime = (at: string) => formatInstant(at, locale, consoleZone, "clock");
  if (state.kind === "offline") {
    return (
      <Notice tone="warning" role="alert" title={t("offline")}>
        <Button variant="secondary" className="justify-self-start" onClick={flush}>
          {t("again")}
        </Button>
      </Notice>
    );
  }
  if (state.kind === "refused") return <Notice tone="danger" role="alert" title={refusalText(state.refusal)} />;
  if (state.kind === "edited") {
    const { newer } = state;
    const name = newer?.savedByName ?? t("somebody");
    return (
      <Notice
        tone="warning"
        role="alert"
        title={newer ? t("edited", { name, time: formatTime(newer.savedAt) }) : t("gone")}
      >
        {newer ? <Differences newer={newer} /> : null}
        {newer ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={takeNewer}>
              {t("takeNewer")}
            </Button>
            <Button variant="quiet" onClick={keepOwn}>
              {t("keepOwn")}
            </Button>
          </div>
        ) : null}
      </Notice>
    );
  }
  return (
    <p role="status" className="text-muted text-sm">
      {state.kind === "saved" ? t("saved", { time: formatTime(view.savedAt) }) : t("saving")}
    </p>
  );
}

function Differences({ newer }: { newer: DraftView }) {
  const { content } = useDraftContext();
  const fields = useLazyPart(loadNamedFields);
  return fields ? <fields.DifferingFields own={content} newer={newer.content} /> : null;
}
