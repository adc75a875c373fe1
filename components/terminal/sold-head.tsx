import { useFormatter, useLocale, useTranslations } from "next-intl";

import { TestMark } from "@/components/draws/test-mark";
import { NumberRanges } from "@/components/orders/number-ranges";
import { canadianDollars } from "@/components/ui/canadian-dollars";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { toCents, toDollars } from "@/lib/money";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { groupByPool } from "@/lib/orders/rules.pool-numbers";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { paidMethodOf } from "@/lib/terminal/rules.receipt";

import { readSoldNote } from "./sold-note";

type SoldHeadProps = { order: TerminalOrder; draw: PublicDraw | null };

function useMoney(): (dollars: number) => string {
  const format = useFormatter();
  return (dollars) => format.number(dollars, canadianDollars);
}

/** What goes back over the counter, before anything else: the buyer waits for it. */
function Change({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt");
  const money = useMoney();
  const given = readSoldNote(order.orderId)?.givenCents ?? null;
  const change = given === null ? 0 : given - toCents(order.amount);
  if (given === null || change <= 0) return null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-positive-soft px-4 py-3 text-positive">
      <p className="font-semibold text-lg">{t("change")}</p>
      <p className="tabular font-display font-extrabold text-5xl">{money(toDollars(change))}</p>
      <p className="tabular w-full text-sm">
        {t("given")} {money(toDollars(given))}
      </p>
    </div>
  );
}

/** Money that went back, or is on its way: numbers of a cancelled sale must not be handed out. */
function Returned({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt.refund");
  const money = useMoney();
  const latest = order.refunds.at(-1);
  if (!latest || latest.state === "refused") return null;
  const amount = money(latest.amount);
  if (latest.state === "under-way") return <Notice tone="warning" role="status" title={t("underWay")} />;
  const key = paidMethodOf(order) === "cash" ? "doneCash" : "doneCard";
  return <Notice tone="warning" role="status" title={t(key, { amount })} />;
}

function Sums({ order }: Pick<SoldHeadProps, "order">) {
  const t = useTranslations("terminalReceipt");
  const money = useMoney();
  const method = paidMethodOf(order);
  return (
    <dl className="grid grid-cols-2 gap-4">
      <div>
        <dt className="text-muted text-sm">{t("amount")}</dt>
        <dd className="tabular font-bold font-display text-3xl">{money(order.amount)}</dd>
      </div>
      {method ? (
        <div>
          <dt className="text-muted text-sm">{t("paidBy")}</dt>
          <dd className="font-semibold text-lg">{t(`methods.${method}`)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** A sale that was made: the change, the numbers, large, and what was paid. */
export function SoldHead({ order, draw }: SoldHeadProps) {
  const t = useTranslations("terminalReceipt");
  const locale = useLocale();
  return (
    <section
      aria-labelledby="sold"
      className="grid gap-5 rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
    >
      <h1 id="sold" tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl">
        <span className="grid size-10 place-items-center rounded-full bg-positive text-surface">
          <Icon name="check" className="size-6" />
        </span>
        {t("heading")}
        <span className="tabular font-medium font-sans text-base text-muted">{order.orderCode}</span>
        {order.isTest ? <TestMark label={t("testMark")} /> : null}
      </h1>
      <Returned order={order} />
      <Change order={order} />
      <div>
        <h2 className="mb-2 text-muted text-sm">{t("numbers")}</h2>
        <NumberRanges pools={groupByPool(order.numbers, poolFactsOf(draw, locale))} />
      </div>
      <Sums order={order} />
    </section>
  );
}
