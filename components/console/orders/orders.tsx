"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FocusEvent } from "react";
import { useEffect } from "react";
import { Console } from "@/components/console/console";
import { Disclosure } from "@/components/console/disclosure";
import { LoadFailure } from "@/components/console/load-failure";
import { useQueryFilter } from "@/components/console/use-address-filter";
import { useRefusalText } from "@/components/console/use-console-text";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { OrdersFilter } from "@/lib/console/orders/client";
import { filterKeys, ordersQuery, searchQuery } from "@/lib/console/orders/client";
import type { FoundOrders, WinWithoutOrder } from "@/lib/console/orders/rules";
import type { OrderSearch } from "@/lib/console/orders/schema";
import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import { OrderExportStep } from "./order-export";
import { OrderFilter, useFilterSummary } from "./order-filter";
import { drawChoiceId, OrderSearchForm, searchId } from "./order-search";
import { OrderTable } from "./order-table";
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
  const toDrawOptions = useDrawOptions();
  const getFilterSummary = useFilterSummary();
  const [filter, changeFilter] = useQueryFilter(filterKeys);
  const drawNames = filter.instanceId === "" ? (draws.data ?? null) : null;
  const [search, setSearch] = useRememberedState<OrderSearch | null>("order-search", null);
  const { data: found, error } = useQuery(searchQuery(search));
  const queries = useQueryClient();
  const [, setListHref] = useListHref();
  const [path, query] = [usePathname(), useSearchParams().toString()];
  const address = query ? `${path}?${query}` : path;
  useEffect(() => setListHref(address), [address, setListHref]);
  // A name has no digits and no `@`.
  const isByName = search !== null && "q" in search && !/[\d@]/.test(search.q) && hasRight(admin, "browse");
  const runSearch = async (newSearch: OrderSearch) => {
    setSearch(newSearch);
    const answer = await queries.fetchQuery(searchQuery(newSearch)).catch(() => null);
    if (answer) focusId(answer.needsDraw ? drawChoiceId : resultsId);
  };
  const clear = () => {
    setSearch(null);
    focusId(searchId);
  };
  return (
    <>
      <h1 className="text-3xl">{t("title")}</h1>
      <OrderSearchForm
        draws={toDrawOptions(draws.data ?? [])}
        mayBrowse={hasRight(admin, "browse")}
        instanceId={filter.instanceId}
        needsDraw={found?.needsDraw ?? false}
        onDraw={(instanceId) => changeFilter({ instanceId })}
        onSearch={runSearch}
      />
      <LoadFailure read={draws} />
      {error ? <Notice tone="danger" role="alert" title={refusalText(error.refusal)} /> : null}
      {found ? <SearchResults found={found} isByName={isByName} drawNames={drawNames} onClear={clear} /> : null}
      {!found && hasRight(admin, "browse") ? (
        <>
          <Disclosure title={t("tools")} summary={getFilterSummary(filter)}>
            <OrderFilter filter={filter} onChange={changeFilter} />
            <OrderExportStep filter={filter} mayContact={hasRight(admin, "people")} />
          </Disclosure>
          <OrderList filter={filter} drawNames={drawNames} />
        </>
      ) : null}
    </>
  );
}

const resultsId = "order-results";

type DrawNamesProps = { drawNames: readonly DrawName[] | null };

type SearchResultsProps = DrawNamesProps & { found: FoundOrders; isByName: boolean; onClear: () => void };

function SearchResults({ found, isByName, drawNames, onClear }: SearchResultsProps) {
  const t = useTranslations("console.orders");
  const { orders, winsWithoutOrder, isMore, needsDraw } = found;
  const isEmpty = orders.length === 0 && winsWithoutOrder.length === 0;
  const hasOnlyWins = orders.length === 0 && winsWithoutOrder.length > 0;
  const text = needsDraw ? t("needsDraw") : t(hasOnlyWins ? "foundWin" : "found", { count: orders.length });
  return (
    <section aria-label={t("results")} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={resultsId} tabIndex={-1} onFocus={scrollIntoViewIfLow} className="scroll-mt-4 text-xl">
          {isMore ? t("tooMany") : text}
        </h2>
        <Button variant="quiet" className="text-ink" onClick={onClear}>
          {t("clear")}
        </Button>
      </div>
      {winsWithoutOrder.map((win) => (
        <WinWithoutOrderNotice key={JSON.stringify(win)} win={win} />
      ))}
      {orders.length > 0 ? <OrderTable orders={orders} drawNames={drawNames} /> : null}
      {isEmpty && !needsDraw ? <p className="text-muted">{t(isByName ? "foundNoneText" : "foundNoneOther")}</p> : null}
    </section>
  );
}

function scrollIntoViewIfLow({ currentTarget }: FocusEvent): void {
  if (currentTarget.getBoundingClientRect().top > window.innerHeight / 2) currentTarget.scrollIntoView();
}

function WinWithoutOrderNotice({ win: { ticketNumber, title, prize, isOnPaper } }: { win: WinWithoutOrder }) {
  const t = useTranslations("console.orders.winsWithoutOrder");
  const locale = useLocale();
  const number = formatTicketNumber(ticketNumber);
  const draw = localText(title, locale).text;
  return (
    <Notice icon="trophy" title={t("title", { number, draw })}>
      {prize ? <p>{t("prize", { prize: localText(prize, locale).text })}</p> : null}
      <p>{t(isOnPaper ? "onPaper" : "unknown")}</p>
    </Notice>
  );
}

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
