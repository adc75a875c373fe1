"use client";

import { useTranslations } from "next-intl";

import { TestMark } from "@/components/draws/test-mark";
import { OrderName } from "@/components/terminal/shell/order-name";
import { rowStateOf } from "@/components/terminal/shell/order-words";
import { StateMark } from "@/components/terminal/shell/state-mark";
import { useFacts, useSellerWords } from "@/components/terminal/shell/use-terminal-words";
import type { TerminalOrderRow } from "@/lib/terminal/rules.orders";

/** An order in the list of the latest: code, time, buyer, amount, state, operator. All of it leads to its details. */
export function RecentRow({ order, timeZone }: { order: TerminalOrderRow; timeZone: string }) {
  const t = useTranslations("terminalOrders");
  const { dollars, time } = useFacts(timeZone);
  const sellerWords = useSellerWords();
  const { buyer, method, tickets } = order;
  // An order that nobody tried to pay has none any more after a day.
  const ticketWords = tickets > 0 ? t("tickets", { count: tickets }) : null;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus md:grid-cols-[11rem_minmax(0,1fr)_12rem_8rem] md:items-center">
      <OrderName
        order={order}
        facts={time(order.placedAt)}
        mark={order.isTest ? <TestMark label={t("testMark")} className="ml-2" /> : null}
        className="[&>a]:text-lg"
      />
      <p className="row-start-2 min-w-0 leading-tight md:row-start-auto">
        <span className="block truncate">{buyer?.name || buyer?.maskedEmail || t("noBuyer")}</span>
        <span className="block truncate text-muted text-sm">{sellerWords(order.seller)}</span>
      </p>
      <p className="row-start-2 self-end text-right md:row-start-auto md:self-auto md:text-left">
        <StateMark state={rowStateOf(order)} />
      </p>
      <p className="text-right leading-tight">
        <span className="tabular block font-semibold text-lg">{dollars(order.amount)}</span>
        <span className="block text-muted text-sm">{method ? t(`methods.${method}`) : ticketWords}</span>
      </p>
    </li>
  );
}
