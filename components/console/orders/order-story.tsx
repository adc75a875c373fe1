"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { useOrderWords } from "./use-order-words";

/** Numbers, money, emails, notes and what was done. */
export function OrderStory({ order }: { order: ConsoleOrder }) {
  return (
    <>
      {order.notes.length > 0 ? <Notes order={order} /> : null}
      <Tickets order={order} />
      <Money order={order} />
      <Emails order={order} />
      <History order={order} />
    </>
  );
}

type Part = "notes" | "tickets" | "money" | "emails" | "history";

function Section({ part, children }: { part: Part; children: ReactNode }) {
  const t = useTranslations("console.orders.parts");
  return (
    <Card aria-labelledby={`part-${part}`} className="grid grid-cols-1 gap-2">
      <h2 id={`part-${part}`} className="text-xl">
        {t(part)}
      </h2>
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  );
}

const rowClass =
  "grid items-baseline gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] " +
  "sm:[&>:last-child]:text-right";

function Notes({ order }: { order: ConsoleOrder }) {
  const { moment } = useOrderWords(order.timeZone);
  return (
    <Section part="notes">
      {order.notes.map(({ at, author, text }) => (
        <li key={`${at} ${text}`} className="grid grid-cols-1 gap-1 py-2">
          <p className="whitespace-pre-line">{text}</p>
          <p className="text-muted text-sm">{[moment(at), nameOf(order, author)].filter(Boolean).join(" · ")}</p>
        </li>
      ))}
    </Section>
  );
}

function nameOf({ people }: ConsoleOrder, operator: string | null): string {
  return operator === null ? "" : (people[operator] ?? operator);
}

function Tickets({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders");
  const { dollars } = useOrderWords();
  return (
    <Section part="tickets">
      {order.lines.map(({ line, poolId, tickets, amount, numbers }) => (
        <li key={line} className={rowClass}>
          <span>{t("ticketLine", { count: tickets, draw: poolId })}</span>
          <span className={`tabular ${numbers?.voidedAt ? "line-through" : ""}`} translate="no">
            {numbers ? (numbers.first === numbers.last ? `${numbers.first}` : `${numbers.first}–${numbers.last}`) : "–"}
          </span>
          <span className="tabular font-semibold">{dollars(amount)}</span>
        </li>
      ))}
    </Section>
  );
}

function Money({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.money");
  const { dollars, moment } = useOrderWords(order.timeZone);
  if (order.attempts.length === 0) return null;
  return (
    <Section part="money">
      {order.attempts.map(({ state, amount, sentAt, transactionId }) => (
        <li key={sentAt} className={rowClass}>
          <span className="font-medium">{t("payment", { state })}</span>
          <span className="text-muted text-sm">
            {[moment(sentAt), transactionId ? t("transaction", { id: transactionId }) : ""].filter(Boolean).join(" · ")}
          </span>
          <span className="tabular font-semibold">{dollars(amount)}</span>
        </li>
      ))}
      {order.refunds.map(({ state, amount, requestedAt, lines }) => (
        <li key={requestedAt} className={rowClass}>
          <span className="font-medium">{t("refund", { state, count: lines.length })}</span>
          <span className="text-muted text-sm">{moment(requestedAt)}</span>
          <span className="tabular font-semibold">{dollars(-amount)}</span>
        </li>
      ))}
    </Section>
  );
}

function Emails({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.emails");
  const { moment } = useOrderWords(order.timeZone);
  if (order.mails.length === 0) return null;
  return (
    <Section part="emails">
      {order.mails.map(({ kind, state, queuedAt, sentAt }) => (
        <li key={`${kind} ${queuedAt}`} className={rowClass}>
          <span className="font-medium">{t("kind", { kind })}</span>
          <span className={state === "undeliverable" ? "text-danger" : "text-muted"}>{t("state", { state })}</span>
          <span className="text-muted text-sm">{moment(sentAt ?? queuedAt)}</span>
        </li>
      ))}
    </Section>
  );
}

function History({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("terminalOrders.history");
  const { moment } = useOrderWords(order.timeZone);
  return (
    <Section part="history">
      {order.history.toReversed().map(({ action, at, actor, device, operator, detail }) => (
        <li key={`${at} ${action} ${JSON.stringify(detail)}`} className={rowClass}>
          <span className="font-medium">{t(`actions.${action}`)}</span>
          <span className="text-muted text-sm">
            {[t(`actors.${actor}`), device, nameOf(order, operator)].filter(Boolean).join(" · ")}
          </span>
          <span className="text-muted text-sm">{moment(at)}</span>
        </li>
      ))}
    </Section>
  );
}
