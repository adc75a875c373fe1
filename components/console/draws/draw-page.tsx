"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";

import { Console } from "@/components/console/console";
import { ConsoleLink } from "@/components/console/console-link";
import { LoadFailure } from "@/components/console/load-failure";
import { DraftForm } from "@/components/console/set-up/draft-form";
import { ExportButton } from "@/components/console/set-up/export-button";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Card } from "@/components/ui/card";
import { useLazyPart } from "@/components/ui/use-lazy-part";
import { draftQuery, draftsQuery } from "@/lib/drafts/client";
import type { ListedDraw } from "@/lib/draws/client";
import { drawListQuery } from "@/lib/draws/client";
import { localText, readLocalText } from "@/lib/local-text";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { DrawActions } from "./draw-actions";
import { DrawState } from "./draw-state";

/** A draw with its set-up, or what can be done with it while nothing is being changed. */
export function DrawPage({ drawId }: { drawId: string }) {
  return (
    <Console section="draws">
      {(admin) => (
        <PasskeyConfirmationProvider>
          <DrawContent drawId={drawId} admin={admin} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

const loadVersions = () => import("./versions");

function LazyVersions(props: { draw: ListedDraw; admin: CurrentAdmin }) {
  const part = useLazyPart(loadVersions);
  return part ? <part.Versions {...props} /> : null;
}

const loadCancellation = () => import("./cancellation");

function LazyCancellation(props: { drawId: string }) {
  const part = useLazyPart(loadCancellation);
  return part ? <part.Cancellation {...props} /> : null;
}

const loadSalesPage = () => import("./sales-page");

function LazySalesPage(props: { draw: ListedDraw; isNew: boolean }) {
  const part = useLazyPart(loadSalesPage);
  return part ? <part.SalesPage {...props} /> : null;
}

function DrawContent({ drawId, admin }: { drawId: string; admin: CurrentAdmin }) {
  const t = useTranslations("console");
  const draws = useQuery(drawListQuery());
  const draft = useQuery(draftQuery(drawId));
  const hasNoDraft = draft.error?.refusal.reason === "draft-not-found";
  const draw = draws.data?.find(({ id }) => id === drawId);
  const { isPublished, published, discarded } = useEndedDraft(drawId, draw !== undefined);
  if (draws.isPending || draft.isPending) return <p role="status">{t("loading")}</p>;
  return (
    <>
      {draft.data ? null : <DrawHeading drawId={drawId} draw={draw} title={draw?.titles} />}
      <LoadFailure read={draws} />
      {hasNoDraft ? null : <LoadFailure read={draft} />}
      {draft.data ? (
        <DraftForm
          key={draft.dataUpdatedAt}
          view={draft.data}
          renderHeading={({ title }) => <DrawHeading drawId={drawId} draw={draw} title={title} />}
          onPublished={published}
          onDiscarded={discarded}
        />
      ) : null}
      {draw && !draft.data ? (
        <>
          {isPublic(draw) ? <LazySalesPage draw={draw} isNew={isPublished} /> : null}
          <DrawActions draw={draw} />
          <Card className="grid grid-cols-1 gap-4">
            <ExportButton drawId={drawId} source="stored" />
          </Card>
          {hasRight(admin, "history") ? <LazyVersions draw={draw} admin={admin} /> : null}
        </>
      ) : null}
      {draw && hasRight(admin, "draws") ? <LazyCancellation drawId={drawId} /> : null}
      {!draw && hasNoDraft && draws.isSuccess ? <p>{t("draws.missing")}</p> : null}
    </>
  );
}

const isPublic = ({ approvalState, cancelledAt, isArchived }: ListedDraw) =>
  approvalState === "Approved" && cancelledAt === null && !isArchived;

/** What follows when a draft has become the draw's definition, or was discarded. */
function useEndedDraft(drawId: string, isStored: boolean) {
  const queries = useQueryClient();
  const { replace } = useRouter();
  const path = localizedPath(useLocale(), isStored ? `/console/draws/${drawId}` : "/console/draws");
  const [isPublished, setPublished] = useState(false);
  const published = async () => {
    setPublished(true);
    await queries.invalidateQueries({ queryKey: drawListQuery().queryKey });
    await queries.resetQueries({ queryKey: draftsQuery(true).queryKey });
  };
  const discarded = async () => {
    await queries.resetQueries({ queryKey: draftsQuery(true).queryKey });
    replace(path);
  };
  return { isPublished, published, discarded };
}

/** The title of a draft may be of any form. */
type DrawHeadingProps = { drawId: string; draw: ListedDraw | undefined; title: unknown };

function DrawHeading({ drawId, draw, title }: DrawHeadingProps) {
  const t = useTranslations("console.draws");
  const locale = useLocale();
  const text = readLocalText(title, locale);
  const lang = typeof title === "object" && text ? localText(Object(title), locale).lang : undefined;
  return (
    <div className="grid grid-cols-1 gap-1">
      <ConsoleLink
        href={localizedPath(locale, "/console/draws")}
        isReturn
        className="inline-flex min-h-11 items-center justify-self-start underline"
      >
        {t("back")}
      </ConsoleLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 lang={lang} className="text-3xl">
          {text || drawId}
        </h1>
        {draw ? <DrawState draw={draw} /> : null}
      </div>
    </div>
  );
}
