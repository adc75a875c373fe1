import { useLocale, useTranslations } from "next-intl";

import { TestMark } from "@/components/draws/test-mark";
import { NumberRanges } from "@/components/orders/numbers/number-ranges";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { useFormatters } from "@/components/ui/use-formatters";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { toCents, toDollars } from "@/lib/money";
import { describePools, groupByPool } from "@/lib/orders/rules.pools";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { readSoldNote } from "./sold-note";

type SoldHeadProps = { order: TerminalOrder; draw: PublicDraw | null };

function Change({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt");
  const { dollars } = useFormatters();
  const givenCents = readSoldNote(order.orderId)?.givenCents ?? null;
  if (givenCents === null) return null;
  // The buyer's phone paid first, so all of the cash must be returned.
  if (order.method !== "cash") {
    return <Notice tone="danger" role="alert" title={t("notCash", { amount: dollars(toDollars(givenCents)) })} />;
  }
  const change = givenCents - toCents(order.amount);
  if (change <= 0) return null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-positive-soft px-4 py-3 text-positive">
      <p className="font-semibold text-lg">{t("change")}</p>
      <p className="tabular font-display font-extrabold text-5xl">{dollars(toDollars(change))}</p>
      <p className="tabular w-full text-sm">{`${t("given")} ${dollars(toDollars(givenCents))}`}</p>
    </div>
  );
}

function RefundNotice({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt.refund");
  const { dollars } = useFormatters();
  const lastRefund = order.refunds.at(-1);
  if (!lastRefund || lastRefund.state === "refused") return null;
  const amount = dollars(lastRefund.amount);
  if (lastRefund.state === "under-way") return <Notice tone="warning" role="status" title={t("underWay")} />;
  return <Notice tone="warning" role="status" title={t(lastRefund.isCash ? "doneCash" : "doneCard", { amount })} />;
}

function Sums({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt");
  const { dollars } = useFormatters();
  const { method } = order;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 border-line border-t pt-4">
      <div>
        <dt className="text-muted text-sm">{t(order.status === "refunded" ? "givenBack" : "amount")}</dt>
        <dd className="tabular font-bold font-display text-2xl">{dollars(order.amount)}</dd>
      </div>
      {method ? (
        <div>
          <dt className="text-muted text-sm">{t("paidBy")}</dt>
          <dd className="font-bold font-display text-2xl">{t(`methods.${method}`)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

export function SoldHead({ order, draw }: SoldHeadProps) {
  const t = useTranslations("terminalReceipt");
  const locale = useLocale();
  const isVoid = order.status === "refunded";
  return (
    <section aria-labelledby="sold" className="overflow-hidden rounded-card border border-line bg-raised shadow-card">
      <h1
        id="sold"
        tabIndex={-1}
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-4 text-3xl text-surface sm:px-6 sm:text-4xl ${isVoid ? "bg-warning" : "bg-positive"}`}
      >
        <span
          className={`grid size-11 place-items-center rounded-full bg-surface ${isVoid ? "text-warning" : "text-positive"}`}
        >
          <Icon name={isVoid ? "x" : "check"} className="size-7" />
        </span>
        <span>{t(isVoid ? "cancelled" : "heading")}</span>
        <span className="tabular ml-auto font-medium font-sans text-base">{order.orderCode}</span>
        {order.isTest ? <TestMark label={t("testMark")} /> : null}
      </h1>
      <div className="grid gap-5 p-4 sm:p-6">
        <RefundNotice order={order} />
        {isVoid ? null : <Change order={order} />}
        <div>
          <h2 className="mb-2 text-muted text-sm">{t("numbers")}</h2>
          <NumberRanges pools={groupByPool(order.numbers, describePools(draw, locale))} />
        </div>
        <Sums order={order} />
      </div>
    </section>
  );
}
