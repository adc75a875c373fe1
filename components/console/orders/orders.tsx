"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Console } from "@/components/console/console";
import { useTroubleWords } from "@/components/console/use-console-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ListQuery } from "@/lib/console/orders/client";
import { listOrders, searchOrders } from "@/lib/console/orders/client";
import type { ConsoleOrderRow, FoundOrders } from "@/lib/console/orders/rules";
import { orderStates } from "@/lib/console/orders/rules";
import type { OrderSearch } from "@/lib/console/orders/schema";
import { drawNamesQuery } from "@/lib/draws/client";
import type { OwnView } from "@/lib/people/rules";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { OrderFilter, OrderSearchForm } from "./order-search";
import { OrderTable } from "./order-table";

export function Orders() {
  return <Console place="orders">{(me) => <OrdersPage me={me} />}</Console>;
}

const everything: ListQuery = { instanceId: "", state: "all", from: "", to: "" };

/** The address holds the filter, so that a reload and a bookmark find it. */
function readAddress(): ListQuery {
  const words = new URLSearchParams(window.location.search);
  const state = orderStates.find((one) => one === words.get("state")) ?? "all";
  const [instanceId = "", from = "", to = ""] = ["instanceId", "from", "to"].map((key) => words.get(key) ?? "");
  return { instanceId, state, from, to };
}

function writeAddress(query: ListQuery): void {
  const words = Object.entries(query).filter(([key, value]) => value !== "" && !(key === "state" && value === "all"));
  const search = words.length > 0 ? `?${new URLSearchParams(words)}` : "";
  window.history.replaceState(window.history.state, "", `${window.location.pathname}${search}`);
}

type Listed = { orders: ConsoleOrderRow[]; nextCursor: string | null };

/** The list of the filter, one page after another. */
function useList(isAllowed: boolean) {
  const [query, setQuery] = useState<ListQuery | null>(null);
  const [listed, setListed] = useState<Listed | null>(null);
  const [trouble, setTrouble] = useState<CallRefusal | null>(null);
  const read = async (wanted: ListQuery, before: Listed | null) => {
    const answer = await listOrders(wanted, before?.nextCursor ?? null);
    if (!answer.ok) return setTrouble(answer);
    setTrouble(null);
    const { orders, nextCursor } = answer.body;
    setListed({ orders: [...(before?.orders ?? []), ...orders], nextCursor });
  };
  useEffect(() => setQuery(readAddress()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads again when the filter changes, and only then.
  useEffect(() => {
    if (query && isAllowed) void read(query, null);
  }, [query, isAllowed]);
  const change = (wanted: ListQuery) => {
    writeAddress(wanted);
    setListed(null);
    setQuery(wanted);
  };
  return { query: query ?? everything, listed, trouble, change, readMore: () => read(query ?? everything, listed) };
}

function OrdersPage({ me }: { me: OwnView }) {
  const t = useTranslations("console.orders");
  const wordsOf = useTroubleWords();
  const has = (right: OwnView["rights"][number]) => me.rights.includes(right) || me.rights.includes("all");
  const draws = useQuery(drawNamesQuery(has("view"))).data ?? [];
  const list = useList(has("browse"));
  const [found, setFound] = useState<FoundOrders | null>(null);
  const [trouble, setTrouble] = useState<CallRefusal | null>(null);
  const search = async (wanted: OrderSearch) => {
    const answer = await searchOrders(wanted);
    setTrouble(answer.ok ? null : answer);
    if (answer.ok) setFound(answer.body);
  };
  const refused = trouble ?? (found ? null : list.trouble);
  return (
    <>
      <h1 className="text-3xl">{t("title")}</h1>
      <OrderSearchForm
        draws={draws}
        mayBrowse={has("browse")}
        instanceId={list.query.instanceId}
        onDraw={(instanceId) => list.change({ ...list.query, instanceId })}
        onSearch={search}
      />
      {refused ? <Notice tone="danger" role="alert" title={wordsOf(refused)} /> : null}
      {found ? <Found found={found} onClear={() => setFound(null)} /> : null}
      {!found && has("browse") ? (
        <>
          <OrderFilter query={list.query} onChange={list.change} />
          <List listed={list.listed} onMore={list.readMore} />
        </>
      ) : null}
    </>
  );
}

function Found({ found, onClear }: { found: FoundOrders; onClear: () => void }) {
  const t = useTranslations("console.orders");
  const { orders, isMore, needsDraw } = found;
  const words = needsDraw ? t("needsDraw") : t("found", { count: orders.length });
  return (
    <section aria-label={t("results")} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">{isMore ? t("tooMany") : words}</p>
        <Button variant="quiet" onClick={onClear}>
          {t("clear")}
        </Button>
      </div>
      {orders.length > 0 ? <OrderTable orders={orders} /> : null}
    </section>
  );
}

function List({ listed, onMore }: { listed: Listed | null; onMore: () => Promise<void> }) {
  const t = useTranslations("console.orders");
  const [isBusy, setBusy] = useState(false);
  if (!listed) return <p role="status">{t("loading")}</p>;
  const more = async () => {
    setBusy(true);
    await onMore();
    setBusy(false);
  };
  return (
    <section aria-label={t("list")} className="grid grid-cols-1 gap-4">
      {listed.orders.length > 0 ? <OrderTable orders={listed.orders} /> : <p role="status">{t("none")}</p>}
      {listed.nextCursor ? (
        <Button variant="secondary" busy={isBusy} onClick={more} className="justify-self-center">
          {t("more")}
        </Button>
      ) : null}
    </section>
  );
}
