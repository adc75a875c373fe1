"use client";

import { useLocale, useTranslations } from "next-intl";
import { consoleZone } from "@/components/console/console-zone";
import { LinkCode } from "@/components/console/link-code";
import type { DraftEditor } from "@/components/console/set-up/form/use-draft";
import { useActions } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { createPreview, createTestCopy } from "@/lib/drafts/client";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { languages, localizedPath } from "@/lib/platform/i18n/routing";

/** Shows others the draw before buyers see it: as pages to look at, or as a test draw to buy from. */
export function PreviewPanel({ editor }: { editor: DraftEditor }) {
  return (
    <>
      <PreviewLinks editor={editor} />
      <TestCopy editor={editor} />
    </>
  );
}

function useTime(): (at: string) => string {
  const locale = useLocale();
  return (at) => formatInstant(at, locale, consoleZone, "dated");
}

function PreviewLinks({ editor: { view, flush } }: { editor: DraftEditor }) {
  const t = useTranslations("console.setUp.preview");
  const formatTime = useTime();
  const { getButtonState, outcome, run } = useActions<"create">(async () => undefined);
  const create = () =>
    run(
      "create",
      () => createPreview(view.drawId),
      ({ body }) => (
        <Notice tone="positive" role="status" title={t("ready", { date: formatTime(body.endsAt) })}>
          <OpenLinks path={body.path} />
        </Notice>
      ),
    );
  return (
    <section className="grid grid-cols-1 justify-items-start gap-3" aria-label={t("title")}>
      <h3 className="font-semibold text-lg">{t("title")}</h3>
      <p>{t("text")}</p>
      {view.previewEndsAt && !outcome ? (
        <p className="text-muted">{t("earlier", { date: formatTime(view.previewEndsAt) })}</p>
      ) : null}
      <div className="w-full empty:hidden">{outcome}</div>
      <Button variant="secondary" {...getButtonState("create")} onClick={async () => (await flush()) && create()}>
        {t("create")}
      </Button>
    </section>
  );
}

function TestCopy({ editor: { view, flush } }: { editor: DraftEditor }) {
  const t = useTranslations("console.setUp.try");
  const formatTime = useTime();
  const { getButtonState, outcome, run } = useActions<"create">(async () => undefined);
  const create = () =>
    run(
      "create",
      () => createTestCopy(view.drawId),
      ({ body }) => (
        <Notice tone="positive" role="status" title={t("ready", { date: formatTime(body.endsAt) })}>
          <OpenLinks path={`/${body.drawId}`} />
        </Notice>
      ),
    );
  return (
    <section className="grid grid-cols-1 justify-items-start gap-3" aria-label={t("title")}>
      <h3 className="font-semibold text-lg">{t("title")}</h3>
      <p>{t(view.canTry ? "text" : "live")}</p>
      <div className="w-full empty:hidden">{outcome}</div>
      {view.canTry ? (
        <Button variant="secondary" {...getButtonState("create")} onClick={async () => (await flush()) && create()}>
          {t("create")}
        </Button>
      ) : null}
    </section>
  );
}

function OpenLinks({ path }: { path: string }) {
  const t = useTranslations("console.setUp.preview");
  const language = useTranslations("language");
  return (
    <ul className="mt-2 grid grid-cols-1 gap-5">
      {languages.map((each) => {
        const link = window.location.origin + localizedPath(each, path);
        return (
          <li key={each} className="grid grid-cols-1 gap-2">
            <a href={link} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center underline">
              {t("open", { language: language(each) })}
            </a>
            <LinkCode link={link} label={t("qr", { language: language(each) })} />
          </li>
        );
      })}
    </ul>
  );
}
