"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";

import { Console } from "@/components/console/console";
import { consoleZone } from "@/components/console/console-zone";
import { useTroubleWords } from "@/components/console/use-console-words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { AddressFilter } from "@/lib/history/client";
import { historyQuery } from "@/lib/history/client";
import type { HistoryPage } from "@/lib/history/rules";
import type { OwnView } from "@/lib/people/rules";

import { EntryTable } from "./entry-table";
import { HistoryFilters } from "./history-filters";
import { SealCard } from "./seal-card";
import type { ChangeFilter } from "./use-filter";
import { useFilter } from "./use-filter";

export function History() {
  return <Console place="history">{(me) => <HistoryContent me={me} />}</Console>;
}

function HistoryContent({ me }: { me: OwnView }) {
  const t = useTranslations("console.history");
  const { filter, change } = useFilter();
  const read = useQuery({ ...historyQuery(filter, consoleZone), placeholderData: (shown) => shown });
  const page = read.data;
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-muted">{t("text")}</p>
      </div>
      <HistoryFilters filter={filter} change={change} page={page} me={me} />
      <HistoryList {...{ filter, change, page, me }} isBusy={read.isPlaceholderData} error={read.error} />
      <SealCard chain={filter.chain ?? null} head={page?.head ?? null} title={page?.entries[0]?.title ?? null} />
    </>
  );
}

type HistoryListProps = {
  filter: AddressFilter;
  change: ChangeFilter;
  page: HistoryPage | undefined;
  me: OwnView;
  isBusy: boolean;
  error: { refusal: Parameters<ReturnType<typeof useTroubleWords>>[0] } | null;
};

function HistoryList({ filter, change, page, me, isBusy, error }: HistoryListProps) {
  const t = useTranslations("console.history");
  const words = useTranslations("console");
  const wordsOf = useTroubleWords();
  if (error) return <Notice tone="danger" role="alert" title={wordsOf(error.refusal)} />;
  if (!page) return <p role="status">{words("loading")}</p>;
  const turn = (before: string) => {
    change({ before });
    window.scrollTo({ top: 0 });
  };
  return (
    <Card aria-label={t("list")} aria-busy={isBusy || undefined} className="grid grid-cols-1 gap-4 py-2 sm:py-3">
      {page.entries.length > 0 ? (
        <EntryTable entries={page.entries} change={change} me={me} />
      ) : (
        <div role="status" className="py-4">
          <p className="font-semibold">{t("none")}</p>
          <p className="text-muted">{t("noneText")}</p>
        </div>
      )}
      {page.next || filter.before ? (
        <div className="flex flex-wrap gap-3 pb-3">
          {page.next ? (
            <Button variant="secondary" onClick={() => turn(page.next ?? "")}>
              {t("older")}
            </Button>
          ) : null}
          {filter.before ? (
            <Button variant="quiet" onClick={() => turn("")}>
              {t("newest")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
