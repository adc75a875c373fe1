"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Console } from "@/components/console/console";
import { LoadFailure } from "@/components/console/load-failure";
import { useAddressFilter } from "@/components/console/use-address-filter";
import { useRefusalText } from "@/components/console/use-console-text";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { AddressFilter } from "@/lib/console/orders/client";
import { filterKeys, ordersQuery, searchOrders } from "@/lib/console/orders/client";
import type { FoundOrders } from "@/lib/console/orders/rules";
import type { OrderSearch } from "@/lib/console/orders/schema";
import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { OrderExportStep } from "./order-export";
import { OrderFilter } from "./order-filter";
import { drawChoiceId, OrderSearchForm, searchId } from "./order-search";
import { OrderTable } from "./order-table";

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
  const [filter, change] = useAddressFilter(filterKeys);
  const drawNames = filter.instanceId === "" ? (draws.data ?? null) : null;
  const [found, setFound] = useState<Result | null>(null);
  const [refusal, setRefusal] = useState<CallRefusal | null>(null);
  const search = async (wanted: OrderSearch) => {
    const answer = await searchOrders(wanted);
    setRefusal(answer.ok ? null : answer);
    if (!answer.ok) return;
    const isByName = "q" in wanted && !/[\d@]/.test(wanted.q) && hasRight(me, "browse");
    setFound({ ...answer.body, isByName });
    if (answer.body.needsDraw) focusId(drawChoiceId);
  };
  const clear = () => {
    setFound(null);
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
        onSearch={search}
      />
      <LoadFailure read={draws} />
      {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
      {found ? <Found found={found} drawNames={drawNames} onClear={clear} /> : null}
      {!found && hasRight(me, "browse") ? (
        <>
          <OrderFilter filter={filter} onChange={change} />
          <OrderExportStep filter={filter} mayContact={hasRight(me, "people")} />
          <List filter={filter} drawNames={drawNames} />
        </>
      ) : null}
    </>
  );
}

/** A text without digits and `@` is taken for a name. */
type Result = FoundOrders & { isByName: boolean };

type NamedDraws = { drawNames: readonly DrawName[] | null };

function Found({ found, drawNames, onClear }: NamedDraws & { found: Result; onClear: () => void }) {
  const t = useTranslations("console.orders");
  const { orders, isMore, needsDraw, isByName } = found;
  const text = needsDraw ? t("needsDraw") : t("found", { count: orders.length });
  return (
    <section aria-label={t("results")} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">{isMore ? t("tooMany") : text}</p>
        <Button variant="quiet" className="text-ink" onClick={onClear}>
          {t("clear")}
        </Button>
      </div>
      {orders.length > 0 ? <OrderTable orders={orders} drawNames={drawNames} /> : null}
      {orders.length === 0 && !needsDraw ? (
        <p className="text-muted">{t(isByName ? "foundNoneText" : "foundNoneOther")}</p>
      ) : null}
    </section>
  );
}

/** The list of the filter, one page after another. */
function List({ filter, drawNames }: NamedDraws & { filter: AddressFilter }) {
  const t = useTranslations("console.orders");
  const read = useInfiniteQuery(ordersQuery(filter, true));
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
