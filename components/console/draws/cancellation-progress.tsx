import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { ConsoleLink } from "@/components/console/console-link";
import { Card } from "@/components/ui/card";
import { useFormatters } from "@/components/ui/use-formatters";
import type { OrderState } from "@/lib/console/orders/rules";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { CancellationMoney } from "@/lib/refunds/rules.cancelled";

const kinds = ["returned", "waiting", "refused", "cash", "cashReturned"] as const;

/** How far the money of a cancelled draw is, and what is left for people to do. */
export function CancellationProgress({ drawId, money }: { drawId: string; money: CancellationMoney }) {
  const t = useTranslations("console.draws.cancellation.progress");
  const { number, shortDollars } = useFormatters();
  const { mails, refused, cash } = money;
  return (
    <Card aria-labelledby="cancellation" className="grid grid-cols-1 gap-4">
      <h2 id="cancellation" className="text-xl">
        {t("title")}
      </h2>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2">
        {kinds.map((kind) => {
          const { orders, amount } = money[kind];
          return (
            <Row key={kind} name={t(kind)}>
              {`${shortDollars(amount)} · ${t("orders", { count: orders, formatted: number(orders) })}`}
            </Row>
          );
        })}
        <Row name={t("mails")}>{t("of", { sent: number(mails.sent), all: number(mails.all) })}</Row>
      </dl>
      {refused.orders > 0 ? (
        <Task drawId={drawId} state="refund-refused" text={t("refusedText")} link={t("refusedLink")} />
      ) : null}
      {cash.orders > 0 ? <Task drawId={drawId} state="paid" text={t("cashText")} link={t("cashLink")} /> : null}
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="tabular text-right">{children}</dd>
    </>
  );
}

type TaskProps = { drawId: string; state: OrderState; text: string; link: string };

function Task({ drawId, state, text, link }: TaskProps) {
  const query = new URLSearchParams({ instanceId: drawId, state });
  return (
    <div>
      <p>{text}</p>
      <ConsoleLink
        href={`${localizedPath(useLocale(), "/console/orders")}?${query}`}
        className="inline-flex min-h-11 items-center underline"
      >
        {link}
      </ConsoleLink>
    </div>
  );
}
