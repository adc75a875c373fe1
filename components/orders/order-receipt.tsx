import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { Icon } from "@/components/ui/icon";
import { listWinnableEarlyBirds } from "@/lib/draws/prizes/rules.moments";
import { getActualDates } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getTimeZone } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import { getSaleTime } from "@/lib/orders/rules";
import { findCardStatement, formatCardName } from "@/lib/orders/rules.payment";
import type { PoolDescription } from "@/lib/orders/rules.pools";
import { groupByPool, hasSecondDrawNumbers } from "@/lib/orders/rules.pools";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatPostalAddress, formatPurchase } from "@/lib/receipts/paper/rules";
import { Detail } from "./detail";
import { OrderLines } from "./order-lines";

type OrderReceiptProps = {
  order: OrderView;
  draw: PublicDraw | null;
  pools: ReadonlyMap<string, PoolDescription>;
  locale: Language;
  checkoutHost: string;
  now: Date;
};

export function OrderReceipt(props: OrderReceiptProps) {
  const { order, draw, pools, locale } = props;
  const t = useTranslations("order");
  const method = useMethod(order);
  const statement = findStatement(order, draw);
  return (
    <div>
      <p className="mb-2 grid gap-0.5 text-sm lg:mb-4 lg:gap-1 print:hidden">
        <strong className="font-semibold text-base">{t("coded", { code: order.orderCode })}</strong>
        <span>
          {method ? <span className="block">{method}</span> : null}
          {statement ? (
            <span className="block">{t("statement", { words: statement.replaceAll(" ", "\u00a0") })}</span>
          ) : null}
          <span>
            <DateText text={formatTime(props)} />
          </span>
        </span>
      </p>
      <OrderLines order={order} draw={draw} pools={pools} locale={locale} />
      <ReceiptFold title={t(order.finalizedAt ? "receiptDetails" : "orderDetails")}>
        <ReceiptDetails {...props} />
      </ReceiptFold>
    </div>
  );
}

function useMethod({ card, method }: OrderView): string | null {
  const t = useTranslations("order");
  const cash = useTranslations("terminalReceipt")("cash");
  if (card) return formatCardName(card, (type) => t(`debitCards.${type}`));
  return method === "cash" ? cash : null;
}

function findStatement(order: OrderView, draw: PublicDraw | null): string | null {
  return findCardStatement(order, draw?.additionalOptions.statementDescriptor);
}

function formatTime({ order, draw, locale }: Pick<OrderReceiptProps, "order" | "draw" | "locale">): string {
  const at = order.finalizedAt ?? order.placedAt;
  return draw ? formatPurchase({ draw, language: locale }, at) : formatInstant(at, locale, getTimeZone(draw), "dated");
}

/** Folded on screen, but always printed and read aloud, so it must not contain focusable elements. */
function ReceiptFold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative border-line border-b in-[.order-side]:border-0 print:border-0">
      <details className="peer print:hidden">
        <summary className="question rounded-control">
          <span>{title}</span>
          <Icon name="chevron-down" className="size-5 text-muted" />
        </summary>
      </details>
      <div className="sr-only peer-open:not-sr-only print:not-sr-only">{children}</div>
    </div>
  );
}

function ReceiptDetails({ order, draw, pools, locale, checkoutHost, now }: OrderReceiptProps) {
  const t = useTranslations("order");
  const { buyer } = order;
  const method = useMethod(order);
  const statement = findStatement(order, draw);
  return (
    <dl className="grid gap-4 pb-5 sm:grid-cols-2 print:pb-0 print:grid-cols-4 print:gap-x-4 print:gap-y-1.5 print:text-xs">
      <Detail name={t("orderCode")}>
        <span translate="no" className="tabular">
          {order.orderCode}
        </span>
      </Detail>
      <Detail name={order.finalizedAt ? t("paidAt") : t("placedAt")}>{formatTime({ order, draw, locale })}</Detail>
      {method ? <Detail name={t("paidWith")}>{method}</Detail> : null}
      {statement ? <Detail name={t("onStatement")}>{statement}</Detail> : null}
      {buyer ? (
        <Detail name={t("buyer")}>
          <span translate="no">{buyer.name}</span>
          <span translate="no" className="block font-normal text-muted">
            {buyer.maskedEmail}
          </span>
        </Detail>
      ) : null}
      {draw ? <DrawDetails order={order} draw={draw} pools={pools} locale={locale} now={now} /> : null}
      {draw && order.finalizedAt ? (
        <SaleDetails order={order} draw={draw} locale={locale} checkoutHost={checkoutHost} />
      ) : null}
    </dl>
  );
}

type DrawDetailsProps = Omit<OrderReceiptProps, "checkoutHost" | "draw"> & { draw: PublicDraw };

function DrawDetails({ order, draw, pools, locale, now }: DrawDetailsProps) {
  const t = useTranslations("order");
  const hasSecondNumbers = hasSecondDrawNumbers(order);
  const { drawsAt } = getActualDates(draw, now);
  const earlyBirds = listWinnableEarlyBirds(draw, getSaleTime(order));
  const formatDate = (at: Date) => formatInstant(at, locale, draw.timeZone, "dated");
  return (
    <>
      <Detail name={t("draw")}>
        <DrawText text={draw.title} locale={locale} />
      </Detail>
      <Detail name={t("organization")}>
        <DrawText text={draw.organization} locale={locale} />
      </Detail>
      {hasSecondNumbers ? null : (
        <Detail name={t(findMainWinner(draw) ? "drawnOn" : "drawDate")}>{formatDate(drawsAt)}</Detail>
      )}
      {earlyBirds.length > 0 ? (
        <Detail name={t("earlyBirds")}>
          {earlyBirds.map(({ at }) => (
            <span key={at.getTime()} className="block">
              {formatDate(at)}
            </span>
          ))}
        </Detail>
      ) : null}
      <Licences order={order} draw={draw} pools={pools} />
    </>
  );
}

function Licences({ order, draw, pools }: { order: OrderView; draw: PublicDraw; pools: OrderReceiptProps["pools"] }) {
  const t = useTranslations("order");
  const poolsWithLicence = hasSecondDrawNumbers(order)
    ? groupByPool(order.numbers, pools).filter(({ licence }) => licence)
    : [];
  if (poolsWithLicence.length === 0)
    return draw.license ? (
      <Detail name={t("licence")}>
        <span translate="no">{draw.license}</span>
      </Detail>
    ) : null;
  return (
    <Detail name={t("licences", { count: poolsWithLicence.length })} isWide>
      {poolsWithLicence.map(({ poolId, title, licence }) => (
        <span key={poolId} className="block">
          <span translate="no">{licence}</span> <span className="font-normal text-muted">{`· ${title}`}</span>
        </span>
      ))}
    </Detail>
  );
}

type SaleDetailsProps = { order: OrderView; draw: PublicDraw; locale: Language; checkoutHost: string };

function SaleDetails({ order, draw, locale, checkoutHost }: SaleDetailsProps) {
  const t = useTranslations("receipt");
  const terminal = useTranslations("terminalReceipt");
  const provinces = useTranslations("checkout.provinces");
  const address = formatPostalAddress(draw);
  const place = localText(draw.drawLocation, locale).text;
  return (
    <>
      {order.validationNumber ? (
        <Detail name={t("validationNumber")}>
          <span translate="no" className="tabular">
            {order.validationNumber}
          </span>
        </Detail>
      ) : null}
      {order.soldBy ? (
        <Detail name={terminal("device")}>{order.soldBy}</Detail>
      ) : (
        <Detail name={t("soldOn")}>{t("online", { host: new URL(checkoutHost).host })}</Detail>
      )}
      <Detail name={t("jurisdiction")}>{provinces(draw.province)}</Detail>
      {address ? <Detail name={t("address")}>{address}</Detail> : null}
      {draw.supportEmail ? <Detail name={t("contact")}>{draw.supportEmail}</Detail> : null}
      {place ? <Detail name={t("place")}>{place}</Detail> : null}
      <Detail name={t("drawId")}>{draw.id}</Detail>
    </>
  );
}
