"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";

import { Console } from "@/components/console/console";
import { consoleZone } from "@/components/console/console-zone";
import { LoadFailure } from "@/components/console/load-failure";
import { useQueryFilter } from "@/components/console/use-query-filter";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { HistoryQueryFilter } from "@/lib/history/client";
import { filterKeys, historyQuery } from "@/lib/history/client";
import type { HistoryPage } from "@/lib/history/rules";
import type { CurrentAdmin } from "@/lib/people/rules";

import type { FilterLinks } from "./entry-table";
import { EntryTable } from "./entry-table";
import type { ChangeFilter } from "./history-filters";
import { HistoryFilters } from "./history-filters";
import { SealCard } from "./seal-card";

export function History() {
  return <Console section="history">{(admin) => <HistoryContent admin={admin} />}</Console>;
}

function HistoryContent({ admin }: { admin: CurrentAdmin }) {
  const t = useTranslations("console.history");
  const tConsole = useTranslations("console");
  const [filter, setFilter, getHref] = useQueryFilter(filterKeys);
  // The previous page's cursor doesn't apply to the new filter.
  const change: ChangeFilter = (changes) => setFilter({ before: "", ...changes });
  const choose: ChangeFilter = (changes) => {
    change(changes);
    focusList();
  };
  const read = useQuery({ ...historyQuery(filter, consoleZone), placeholderData: (shown) => shown });
  const page = read.data;
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-muted">{t("text")}</p>
      </div>
      <HistoryFilters filter={filter} change={change} page={page} admin={admin} />
      <LoadFailure read={read} />
      {read.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      {page ? (
        <HistoryList
          {...{ filter, change, page, admin }}
          links={{ getHref, onChoose: choose }}
          isBusy={read.isPlaceholderData}
        />
      ) : null}
      <SealCard chain={filter.chain || null} page={read.isPlaceholderData ? undefined : page} />
    </>
  );
}

type HistoryListProps = {
  filter: HistoryQueryFilter;
  change: ChangeFilter;
  page: HistoryPage;
  admin: CurrentAdmin;
  links: FilterLinks;
  isBusy: boolean;
};

const listId = "history-list";

/** The pressed link may not be in the new list, so the list takes the focus. */
function focusList(): void {
  window.scrollTo({ top: 0 });
  document.getElementById(listId)?.focus({ preventScroll: true });
}

function HistoryList({ filter, change, page, admin, links, isBusy }: HistoryListProps) {
  const t = useTranslations("console.history");
  const goToPage = (before: string) => {
    change({ before });
    focusList();
  };
  return (
    <Card
      id={listId}
      tabIndex={-1}
      aria-label={t("list")}
      aria-busy={isBusy || undefined}
      className="grid grid-cols-1 gap-4 py-2 aria-busy:opacity-60 sm:py-3"
    >
      {page.entries.length > 0 ? (
        <EntryTable entries={page.entries} links={links} admin={admin} />
      ) : (
        <div role="status" className="py-4">
          <p className="font-semibold">{t("none")}</p>
          <p className="text-muted">{t("noneText")}</p>
        </div>
      )}
      {page.next || filter.before ? (
        <div className="flex flex-wrap gap-3 pb-3">
          {page.next ? (
            <Button variant="secondary" onClick={() => goToPage(page.next ?? "")}>
              {t("older")}
            </Button>
          ) : null}
          {filter.before ? (
            <Button variant="quiet" onClick={() => goToPage("")}>
              {t("newest")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
