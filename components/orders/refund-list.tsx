import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { useFormatters } from "@/components/ui/use-formatters";
import type { OrderView, RefundView } from "@/lib/orders/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

type RefundListProps = {
  order: OrderView;
  locale: Language;
  timeZone: string;
  isOperator?: boolean;
};

const icons: Record<RefundView["state"], IconName> = { "under-way": "clock", done: "check", refused: "alert" };

function getExtent({ amount, lines }: RefundView, order: OrderView): "whole" | "part" | "surplus" {
  if (lines === 0) return "surplus";
  return amount === order.amount ? "whole" : "part";
}

function Refund({ refund, order, locale, timeZone, isOperator }: RefundListProps & { refund: RefundView }) {
  const t = useTranslations("order.refunds");
  const { state, lines, isCash, requestedAt, doneAt } = refund;
  const date = formatInstant(doneAt ?? requestedAt, locale, timeZone, isOperator ? "short" : "dated");
  return (
    <li className="flex gap-3 py-3">
      <Icon
        name={icons[state]}
        className={`mt-1 size-5 shrink-0 ${state === "done" ? "text-positive" : "text-warning"}`}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{t(`${state}.title`)}</span>
          <span className="tabular">{useFormatters().dollars(refund.amount)}</span>
        </p>
        <p className="text-muted text-sm">{`${t(getExtent(refund, order))} · ${t(`${state}.date`, { date })}`}</p>
        {state !== "done" && lines > 0 && !isCash ? <p className="text-sm">{t(`${state}.numbers`)}</p> : null}
      </div>
    </li>
  );
}

export function RefundList({ order, locale, timeZone, isOperator = false }: RefundListProps) {
  const t = useTranslations("order.refunds");
  const { refunds } = order;
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds" className="print:break-inside-avoid">
      <h2 id="refunds" className="text-xl">
        {t("heading", { count: refunds.length })}
      </h2>
      <ul className="divide-y divide-line">
        {refunds.map((refund, index) => (
          <Refund
            // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no id here, and their order never changes
            key={index}
            refund={refund}
            order={order}
            locale={locale}
            timeZone={timeZone}
            isOperator={isOperator}
          />
        ))}
      </ul>
      {refunds.some(({ isCash, state }) => isCash && state === "done") ? (
        <p className="text-muted text-sm">{t("cash")}</p>
      ) : null}
      {refunds.some(({ isCash, state }) => !isCash && state !== "refused") ? (
        <p className="text-muted text-sm">{t(isOperator ? "bankOfBuyer" : "bank")}</p>
      ) : null}
    </section>
  );
}
