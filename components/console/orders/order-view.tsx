"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Console } from "@/components/console/console";
import { useTroubleWords } from "@/components/console/use-console-words";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { orderQuery, showContact } from "@/lib/console/orders/client";
import type { ConsoleOrder, ContactDetails } from "@/lib/console/orders/rules.order";
import { OrderActions } from "./order-actions";
import { OrderStory } from "./order-story";
import { OrderStatus } from "./order-table";
import { useOrderWords } from "./use-order-words";

type OrderViewProps = { instanceId: string; code: string };

export function OrderView(props: OrderViewProps) {
  return (
    <Console place="orders">
      {() => (
        <PasskeyConfirmationProvider>
          <OrderPage {...props} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function OrderPage(address: OrderViewProps) {
  const t = useTranslations("console.orders");
  const wordsOf = useTroubleWords();
  const read = useQuery(orderQuery(address));
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: orderQuery(address).queryKey });
  const { listHref } = useOrderWords();
  const order = read.data;
  return (
    <>
      <a href={listHref} className="inline-flex min-h-11 items-center justify-self-start underline">
        {t("back")}
      </a>
      {read.isPending ? <p role="status">{t("loading")}</p> : null}
      {read.error && !order ? <Notice tone="danger" role="alert" title={wordsOf(read.error.refusal)} /> : null}
      {order ? (
        <>
          <OrderHead order={order} />
          {order.nextStep === "none" ? null : <Notice tone="warning" title={t(`nextSteps.${order.nextStep}`)} />}
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <BuyerCard key={correctionsOf(order)} order={order} onShown={reload} />
            <SaleCard order={order} />
          </div>
          {order.actions.length > 0 ? <OrderActions order={order} onDone={reload} /> : null}
          <OrderStory order={order} />
        </>
      ) : null}
    </>
  );
}

/** What was shown before a correction is wrong after it. */
function correctionsOf({ history }: ConsoleOrder): number {
  return history.filter(({ action }) => action === "details-corrected" || action === "details-erased").length;
}

function OrderHead({ order }: { order: ConsoleOrder }) {
  const { dollars } = useOrderWords();
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="font-medium text-muted">{order.title}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="tabular wrap-anywhere min-w-0 text-3xl" translate="no">
          {order.orderCode}
        </h1>
        <OrderStatus order={order} />
        <p className="tabular font-semibold text-xl">{dollars(order.amount)}</p>
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-3 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere" translate="no">
        {value ?? "–"}
      </dd>
    </div>
  );
}

function BuyerCard({ order, onShown }: { order: ConsoleOrder; onShown: () => Promise<void> }) {
  const t = useTranslations("console.orders.buyer");
  const wordsOf = useTroubleWords();
  const [contact, setContact] = useState<ContactDetails | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { buyer } = order;
  const show = async () => {
    setBusy(true);
    const answer = await showContact(order);
    setBusy(false);
    setProblem(answer.ok ? null : wordsOf(answer));
    if (!answer.ok) return;
    setContact(answer.body.contact);
    await onShown();
  };
  return (
    <Card aria-labelledby="buyer" className="grid grid-cols-1 gap-3">
      <h2 id="buyer" className="text-xl">
        {t("title")}
      </h2>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      {buyer ? (
        <dl>
          <Fact name={t("name")} value={contact?.name ?? buyer.name} />
          <Fact name={t("email")} value={contact?.email ?? buyer.maskedEmail} />
          <Fact name={t("phone")} value={contact ? contact.phone : buyer.maskedPhone} />
        </dl>
      ) : (
        <p className="text-muted">{t(order.erased ? "erased" : "none")}</p>
      )}
      {order.actions.includes("contact") && !contact ? (
        <>
          <Button variant="secondary" busy={isBusy} onClick={show} className="justify-self-start">
            {t("show")}
          </Button>
          <p className="text-muted text-sm">{t("logged")}</p>
        </>
      ) : null}
    </Card>
  );
}

function SaleCard({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.sale");
  const { moment } = useOrderWords(order.timeZone);
  const { device, operator, card, method } = order;
  const seller = device && operator ? `${device} (${operator})` : (device ?? operator);
  const payment = method && card ? `${t(`methods.${method}`)}, ${card.type} •••• ${card.lastFour}` : null;
  return (
    <Card aria-labelledby="sale" className="grid grid-cols-1 gap-3">
      <h2 id="sale" className="text-xl">
        {t("title")}
      </h2>
      <dl>
        <Fact name={t("placed")} value={moment(order.placedAt)} />
        <Fact name={t("paid")} value={order.finalizedAt ? moment(order.finalizedAt) : null} />
        <Fact name={t("where")} value={seller ?? t("online")} />
        <Fact name={t("method")} value={payment ?? (method ? t(`methods.${method}`) : null)} />
        <Fact name={t("public")} value={t(order.isHidden ? "hidden" : "listed")} />
      </dl>
    </Card>
  );
}
