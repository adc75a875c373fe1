"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import { useAuditText } from "./use-audit-text";
import { useOrderText } from "./use-order-text";
import { usePoolTitle } from "./use-pool-title";

export function OrderActivity({ order }: { order: ConsoleOrder }) {
  return (
    <>
      {order.notes.length > 0 ? <Notes order={order} /> : null}
      <Money order={order} />
      <Emails order={order} />
      <History order={order} />
    </>
  );
}

type SectionName = "notes" | "tickets" | "money" | "emails" | "history";

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useTranslations("console.orders.parts");
  return (
    <Card aria-labelledby={`part-${name}`} className="grid grid-cols-1 gap-2">
      <h2 id={`part-${name}`} className="text-xl">
        {t(name)}
      </h2>
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  );
}

const rowClass =
  "grid items-baseline gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)] " +
  "sm:[&>:last-child]:text-right";

const joinWithDots = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(" · ");

function Notes({ order }: { order: ConsoleOrder }) {
  const { formatDateTime } = useOrderText(order.timeZone);
  const { findOperatorName } = useAuditText(order);
  return (
    <Section name="notes">
      {order.notes.map(({ at, author, text }) => (
        <li key={`${at} ${text}`} className="grid grid-cols-1 gap-1 py-2">
          <p className="whitespace-pre-line">{text}</p>
          <p className="text-muted text-sm">{joinWithDots([formatDateTime(at), findOperatorName(author)])}</p>
        </li>
      ))}
    </Section>
  );
}

export function Tickets({ order }: { order: ConsoleOrder }) {
  return (
    <Section name="tickets">
      {order.lines.map((line) => (
        <TicketLine key={line.line} order={order} line={line} />
      ))}
    </Section>
  );
}

function TicketLine({ order, line }: { order: ConsoleOrder; line: ConsoleOrder["lines"][number] }) {
  const t = useTranslations("console.orders");
  const names = useTranslations("order");
  const { dollars } = useOrderText();
  const { poolId, tickets, amount, numbers } = line;
  const { title, lang } = usePoolTitle(order)(poolId);
  const [first, last] = numbers ? [formatTicketNumber(numbers.first), formatTicketNumber(numbers.last)] : [];
  const range = first === last ? first : names("rangeAloud", { first: first ?? "", last: last ?? "" });
  return (
    <li className={rowClass}>
      <span>
        <span className="block">{t("ticketLine", { count: tickets })}</span>
        <span className="block text-muted text-sm" lang={lang && htmlLanguage(lang)}>
          {title}
        </span>
      </span>
      <span className="tabular">
        <span className={`inline-block ${numbers?.voidedAt ? "text-muted line-through" : ""}`}>{range ?? "–"}</span>
        {numbers?.voidedAt ? <strong className="ml-2 text-danger text-sm">{names("void")}</strong> : null}
      </span>
      <span className="tabular font-semibold">{dollars(amount)}</span>
    </li>
  );
}

function Money({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.money");
  const { dollars, formatDateTime } = useOrderText(order.timeZone);
  const { refusalText } = useAuditText(order);
  if (order.attempts.length === 0) return null;
  const isCash = order.method === "cash";
  const countTickets = (lines: readonly number[]) =>
    order.lines.reduce((sum, { line, tickets }) => (lines.includes(line) ? sum + tickets : sum), 0);
  const transaction = (id: string | null) => id && t("transaction", { id });
  return (
    <Section name="money">
      {order.attempts.map(({ state, reason, amount, sentAt, transactionId }) => (
        <li key={sentAt} className={rowClass}>
          <span>
            <span className="block font-medium">
              {t("payment", { state: isCash && state === "approved" ? "cash" : state })}
            </span>
            {reason ? <span className="block text-muted text-sm">{refusalText(reason)}</span> : null}
          </span>
          <span className="text-muted text-sm">
            {joinWithDots([formatDateTime(sentAt), transaction(transactionId)])}
          </span>
          <span className="tabular font-semibold">{dollars(amount)}</span>
        </li>
      ))}
      {order.refunds.map(({ state, reason, amount, requestedAt, lines, transactionId }) => (
        <li key={requestedAt} className={rowClass}>
          <span>
            <span className="block font-medium">{t("refund", { state, count: countTickets(lines) })}</span>
            {reason && state === "refused" ? (
              <span className="block text-muted text-sm">{refusalText(reason)}</span>
            ) : null}
          </span>
          <span className="text-muted text-sm">
            {joinWithDots([formatDateTime(requestedAt), transaction(transactionId)])}
          </span>
          <span className="tabular font-semibold">{`\u2212${dollars(amount)}`}</span>
        </li>
      ))}
    </Section>
  );
}

function Emails({ order }: { order: ConsoleOrder }) {
  const t = useTranslations("console.orders.emails");
  const { formatDateTime } = useOrderText(order.timeZone);
  if (order.mails.length === 0) return null;
  return (
    <Section name="emails">
      {order.mails.toReversed().map(({ kind, state, queuedAt, sentAt }) => (
        <li key={`${kind} ${queuedAt}`} className={rowClass}>
          <span className="font-medium">{t(`kinds.${kind}`)}</span>
          <span className={state === "failed" ? "text-danger" : "text-muted"}>{t("state", { state })}</span>
          <span className="text-muted text-sm">{formatDateTime(sentAt ?? queuedAt)}</span>
        </li>
      ))}
    </Section>
  );
}

function History({ order }: { order: ConsoleOrder }) {
  const { formatDateTime } = useOrderText(order.timeZone);
  const { getActionText, getActorText, listDetails } = useAuditText(order);
  return (
    <Section name="history">
      {order.history.toReversed().map((entry) => (
        <li key={`${entry.at} ${entry.action} ${JSON.stringify(entry.detail)}`} className={rowClass}>
          <span>
            <span className="block font-medium">{getActionText(entry)}</span>
            {listDetails(entry).map((detail) => (
              <span key={detail} className="block text-muted text-sm">
                {detail}
              </span>
            ))}
          </span>
          <span className="text-muted text-sm">{getActorText(entry)}</span>
          <span className="text-muted text-sm">{formatDateTime(entry.at)}</span>
        </li>
      ))}
    </Section>
  );
}
