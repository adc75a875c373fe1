import { useTranslations } from "next-intl";

import { useFormatters } from "@/components/ui/use-formatters";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderLineView, OrderView } from "@/lib/orders/rules";
import type { LineGroup, PoolDescription } from "@/lib/orders/rules.pools";
import { countBundles, groupLines } from "@/lib/orders/rules.pools";
import { sumRefunds } from "@/lib/orders/rules.refunds";
import type { Language } from "@/lib/platform/i18n/routing";

type OrderLinesProps = {
  order: OrderView;
  draw: Pick<PublicDraw, "bundles"> | null;
  pools: ReadonlyMap<string, PoolDescription>;
  locale: Language;
};

function Tickets({ line, pools }: { line: OrderLineView; pools: OrderLinesProps["pools"] }) {
  const t = useTranslations("order");
  return (
    <>
      <span>{t("tickets", { count: line.tickets })}</span>
      {pools.size > 1 ? (
        <span className="text-muted">{` · ${pools.get(line.poolId)?.title ?? line.poolId}`}</span>
      ) : null}
    </>
  );
}

function Bundle({ group, draw, pools, locale }: Omit<OrderLinesProps, "order"> & { group: LineGroup }) {
  const t = useTranslations("order");
  const bundle = draw?.bundles.find(({ id }) => id === group.bundleId);
  const count = countBundles(draw, group);
  const title = bundle ? localText(bundle.title, locale).text : t("bundle");
  return (
    <>
      <span className="font-medium">{count > 1 ? t("bundles", { count, title }) : title}</span>
      <ul className="mt-0.5 grid gap-0.5 border-line border-l-2 pl-3 text-sm">
        {group.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <li key={index}>
            <Tickets line={line} pools={pools} />
          </li>
        ))}
      </ul>
    </>
  );
}

const sumClass = "flex flex-wrap justify-between gap-x-4 py-2.5 font-semibold text-lg print:py-1 print:text-base";

function RefundedTotal({ order }: Pick<OrderLinesProps, "order">) {
  const t = useTranslations("order");
  const { dollars } = useFormatters();
  const { refunded, left } = sumRefunds(order);
  if (refunded === 0) return null;
  return (
    <>
      <li className="flex flex-wrap justify-between gap-x-4 py-2.5 lg:py-3.5 print:py-1">
        <span>{t("refundedSum")}</span>
        <span className="tabular ml-auto whitespace-nowrap">{`−${dollars(refunded)}`}</span>
      </li>
      <li className={`${sumClass} border-line border-t`}>
        <span>{t("net")}</span>
        <span className="tabular ml-auto">{dollars(left)}</span>
      </li>
    </>
  );
}

export function OrderLines({ order, draw, pools, locale }: OrderLinesProps) {
  const t = useTranslations("order");
  const { dollars } = useFormatters();
  const groups = groupLines(order.lines);
  return (
    <ul className="border-line border-y last:border-b-0 print:mb-3">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and two may be alike
        <li key={index} className="flex justify-between gap-4 py-2.5 lg:py-3.5 print:py-1">
          <div className="min-w-0">
            {group.bundleId ? (
              <Bundle group={group} draw={draw} pools={pools} locale={locale} />
            ) : (
              group.lines.map((line) => <Tickets key={line.packageId} line={line} pools={pools} />)
            )}
          </div>
          <span className="tabular">{dollars(group.amount)}</span>
        </li>
      ))}
      <li className={`${sumClass} border-line border-t`}>
        <span>{t("total")}</span>
        <span className="tabular ml-auto">{dollars(order.amount)}</span>
      </li>
      <RefundedTotal order={order} />
    </ul>
  );
}
