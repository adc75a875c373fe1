"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FocusEvent } from "react";
import { useEffect } from "react";
import { Console } from "@/components/console/console";
import { Fold } from "@/components/console/fold";
import { LoadFailure } from "@/components/console/load-failure";
import { useAddressFilter } from "@/components/console/use-address-filter";
import { useRefusalText } from "@/components/console/use-console-text";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { useRemembered } from "@/components/console/use-remembered";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { AddressFilter } from "@/lib/console/orders/client";
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
import { OrderFilter, useChosenText } from "./order-filter";
import { drawChoiceId, OrderSearchForm, searchId } from "./order-search";
import { OrderTable } from "./order-table";
import { useListHref } from "./use-list-href";

export function Orders() {
  return (
    <Console place="orders">
      {(me) => (
        <PasskeyConfirmationProvider>
          <OrdersPage me={me} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function OrdersPage({ me }: { me: CurrentAdmin }) {
  const t = useTranslations("console.orders");
  const refusalText = useRefusalText();
  const draws = useQuery(drawNamesQuery(hasRight(me, "view")));
  const optionsOf = useDrawOptions();
  const chosenText = useChosenText();
  const [filter, change] = useAddressFilter(filterKeys);
  const drawNames = filter.instanceId === "" ? (draws.data ?? null) : null;
  const [search, setSearch] = useRemembered<OrderSearch | null>("order-search", null);
  const { data: found, error } = useQuery(searchQuery(search));
  const queries = useQueryClient();
  const [, keepListHref] = useListHref();
  const [path, query] = [usePathname(), useSearchParams().toString()];
  const address = query ? `${path}?${query}` : path;
  useEffect(() => keepListHref(address), [address, keepListHref]);
  // A text without digits and `@` is taken for a name.
  const isByName = search !== null && "q" in search && !/[\d@]/.test(search.q) && hasRight(me, "browse");
  const run = async (wanted: OrderSearch) => {
    setSearch(wanted);
    const answer = await queries.fetchQuery(searchQuery(wanted)).catch(() => null);
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
        draws={optionsOf(draws.data ?? [])}
        mayBrowse={hasRight(me, "browse")}
        instanceId={filter.instanceId}
        needsDraw={found?.needsDraw ?? false}
        onDraw={(instanceId) => change({ instanceId })}
        onSearch={run}
      />
      <LoadFailure read={draws} />
      {error ? <Notice tone="danger" role="alert" title={refusalText(error.refusal)} /> : null}
      {found ? <Found found={found} isByName={isByName} drawNames={drawNames} onClear={clear} /> : null}
      {!found && hasRight(me, "browse") ? (
        <>
          <Fold title={t("tools")} chosen={chosenText(filter)}>
            <OrderFilter filter={filter} onChange={change} />
            <OrderExportStep filter={filter} mayContact={hasRight(me, "people")} />
          </Fold>
          <List filter={filter} drawNames={drawNames} />
        </>
      ) : null}
    </>
  );
}

const resultsId = "order-results";

type NamedDraws = { drawNames: readonly DrawName[] | null };

type FoundProps = NamedDraws & { found: FoundOrders; isByName: boolean; onClear: () => void };

function Found({ found, isByName, drawNames, onClear }: FoundProps) {
  const t = useTranslations("console.orders");
  const { orders, winsWithoutOrder, isMore, needsDraw } = found;
  const hasNone = orders.length === 0 && winsWithoutOrder.length === 0;
  const isWinAlone = orders.length === 0 && winsWithoutOrder.length > 0;
  const text = needsDraw ? t("needsDraw") : t(isWinAlone ? "foundWin" : "found", { count: orders.length });
  return (
    <section aria-label={t("results")} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={resultsId} tabIndex={-1} onFocus={showBelow} className="scroll-mt-4 text-xl">
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
      {hasNone && !needsDraw ? <p className="text-muted">{t(isByName ? "foundNoneText" : "foundNoneOther")}</p> : null}
    </section>
  );
}

/** Scrolls to results that begin low on the screen, as on a phone. */
function showBelow({ currentTarget }: FocusEvent): void {
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

/** The list of the filter, one page after another. */
function List({ filter, drawNames }: NamedDraws & { filter: AddressFilter }) {
  const t = useTranslations("console.orders");
  const read = useInfiniteQuery(ordersQuery(filter));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = read;
  const orders = data?.pages.flatMap((page) => page.orders);
  const again = () => (read.isFetchNextPageError ? fetchNextPage() : refetch());
  return (
    <section aria-label={t("list")} className="grid grid-cols-1 gap-4">
      {orders && orders.length > 0 ? <OrderTable orders={orders} drawNames={drawNames} /> : null}
      {orders?.length === 0 ? <p role="status">{t("none")}</p> : null}
      <LoadFailure read={{ error, isFetching, refetch: again }} />
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
