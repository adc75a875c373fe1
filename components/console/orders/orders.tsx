"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Console } from "@/components/console/console";
import { Disclosure } from "@/components/console/disclosure";
import { LoadFailure } from "@/components/console/load-failure";
import { useRefusalText } from "@/components/console/use-console-text";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { useQueryFilter } from "@/components/console/use-query-filter";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { OrdersFilter } from "@/lib/console/orders/client";
import { filterKeys, ordersQuery, searchQuery } from "@/lib/console/orders/client";
import type { OrderSearch } from "@/lib/console/orders/schema";
import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import { DrawQuestion } from "./draw-question";
import { OrderExportStep } from "./order-export";
import { OrderFilter, useFilterSummary } from "./order-filter";
import { OrderSearchForm, searchId } from "./order-search";
import { OrderTable } from "./order-table";
import { resultsId, SearchResults } from "./search-results";
import { useListHref } from "./use-list-href";

export function Orders() {
  return (
    <Console section="orders">
      {(admin) => (
        <PasskeyConfirmationProvider>
          <OrdersPage admin={admin} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function OrdersPage({ admin }: { admin: CurrentAdmin }) {
  const t = useTranslations("console.orders");
  const refusalText = useRefusalText();
  const draws = useQuery(drawNamesQuery(hasRight(admin, "view")));
  const drawOptions = useDrawOptions()(draws.data ?? []);
  const [filter, changeFilter, chooseDraw] = useListFilter();
  const [search, setSearch] = useRememberedState<OrderSearch | null>("order-search", null);
  const { data: found, error, isPlaceholderData } = useQuery(searchQuery(search));
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const mayBrowse = hasRight(admin, "browse");
  const runSearch = async (newSearch: OrderSearch) => {
    setSearch(newSearch);
    setBusy(true);
    const answer = await queries.fetchQuery(searchQuery(newSearch)).catch(() => null);
    setBusy(false);
    if (answer) focusId(resultsId);
  };
  const clear = () => {
    setSearch(null);
    focusId(searchId);
  };
  const changeDraw = (instanceId: string) => {
    chooseDraw(instanceId);
    if (found?.needsDraw && search && "q" in search && instanceId) void runSearch({ q: search.q, instanceId });
  };
  const searchAllDraws = () => {
    chooseDraw("");
    if (search && "q" in search) void runSearch({ q: search.q });
  };
  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-4">
      <h1 className="text-3xl">{t("title")}</h1>
      <OrderSearchForm
        draws={drawOptions}
        mayBrowse={mayBrowse}
        instanceId={filter.instanceId}
        isBusy={isBusy}
        onDraw={changeDraw}
        onSearch={runSearch}
      />
      <LoadFailure read={draws} />
      {error ? <Notice tone="danger" role="alert" title={refusalText(error.refusal)} /> : null}
      {search && found ? (
        <SearchResults
          search={search}
          found={found}
          isEarlier={isPlaceholderData}
          mayBrowse={mayBrowse}
          drawNames={search.instanceId ? null : (draws.data ?? null)}
          drawTitle={drawOptions.find(({ id }) => id === search.instanceId)?.label ?? null}
          drawQuestion={<DrawQuestion options={drawOptions} draws={draws.data ?? []} onDraw={changeDraw} />}
          onClear={clear}
          onSearchAllDraws={searchAllDraws}
        />
      ) : null}
      {!found && mayBrowse ? (
        <div className="grid grid-cols-1 gap-1">
          <ListTools filter={filter} mayContact={hasRight(admin, "people")} onChange={changeFilter} />
          <OrderList filter={filter} drawNames={filter.instanceId ? null : (draws.data ?? null)} />
        </div>
      ) : null}
    </div>
  );
}

type ListFilter = [
  filter: OrdersFilter,
  change: (changes: Partial<OrdersFilter>) => void,
  chooseDraw: (instanceId: string) => void,
];

/** The filter in the address. The draw that was chosen last is chosen again on arrival. */
function useListFilter(): ListFilter {
  const [filter, changeFilter, getHref] = useQueryFilter(filterKeys);
  const [lastDraw, keepDraw] = useRememberedState("order-draw", "", "kept");
  const [, setListHref] = useListHref();
  const [path, query] = [usePathname(), useSearchParams().toString()];
  const address = query ? `${path}?${query}` : path;
  useEffect(() => setListHref(address), [address, setListHref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only, because somebody may choose all draws
  useEffect(() => {
    if (query === "" && lastDraw !== "") window.history.replaceState(null, "", getHref({ instanceId: lastDraw }));
  }, []);
  const chooseDraw = (instanceId: string) => {
    keepDraw(instanceId);
    changeFilter({ instanceId });
  };
  return [filter, changeFilter, chooseDraw];
}

type ToolsProps = {
  filter: OrdersFilter;
  mayContact: boolean;
  onChange: (changes: Partial<OrdersFilter>) => void;
};

function ListTools({ filter, mayContact, onChange }: ToolsProps) {
  const t = useTranslations("console.orders");
  const getFilterSummary = useFilterSummary();
  const needsAttention = filter.state === "attention";
  // The button says it.
  const summary = getFilterSummary(needsAttention ? { ...filter, state: "" } : filter);
  return (
    <div className="relative">
      <Disclosure title={t("tools")} summary={summary} isClosedAtFirst>
        <OrderFilter filter={filter} onChange={onChange} />
        <OrderExportStep filter={filter} mayContact={mayContact} />
      </Disclosure>
      <Button
        variant="quiet"
        aria-pressed={needsAttention}
        className="absolute! top-0 -right-3 min-h-11! px-3! text-ink aria-pressed:right-0 aria-pressed:bg-warning-soft aria-pressed:text-warning"
        onClick={() => onChange({ state: needsAttention ? "" : "attention" })}
      >
        {t("states.attention")}
      </Button>
    </div>
  );
}

type DrawNamesProps = { drawNames: readonly DrawName[] | null };

function OrderList({ filter, drawNames }: DrawNamesProps & { filter: OrdersFilter }) {
  const t = useTranslations("console.orders");
  const read = useInfiniteQuery(ordersQuery(filter));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = read;
  const orders = data?.pages.flatMap((page) => page.orders);
  const retry = () => (read.isFetchNextPageError ? fetchNextPage() : refetch());
  return (
    <section aria-label={t("list")} className="grid grid-cols-1 gap-4">
      {orders && orders.length > 0 ? <OrderTable orders={orders} drawNames={drawNames} /> : null}
      {orders?.length === 0 ? <p role="status">{t("none")}</p> : null}
      <LoadFailure read={{ error, isFetching, refetch: retry }} />
      {!orders && !error ? <p role="status">{t("loading")}</p> : null}
      {hasNextPage && !error ? (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          className="justify-self-center"
        >
          {t("more")}
        </Button>
      ) : null}
    </section>
  );
}
