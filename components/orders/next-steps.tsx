import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getGroundStyle } from "@/components/draws/ground-style";
import type { OrderState } from "@/components/payment/order-state";
import { getDisplayKey } from "@/components/payment/order-state";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import { Queries } from "@/components/ui/queries";
import { getSchedule, getTimeZone } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import { toOrderUrlId } from "@/lib/orders/rules.identity";
import { hasSecondDrawNumbers } from "@/lib/orders/rules.pools";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { HoldBanner } from "./hold-banner";
import { PendingOutcome } from "./pending-outcome";
import { ResendReceipt } from "./resend-receipt";
import { ShareButton } from "./share-button";

type NextStepsProps = {
  order: OrderView;
  state: OrderState;
  draw: PublicDraw | null;
  locale: Language;
  backHref: string;
};

function PendingPayment({ order, draw, locale }: NextStepsProps) {
  const { instanceId, orderId, lastPayment, placedAt, buyer } = order;
  const sentAt = lastPayment?.sentAt ?? placedAt;
  return (
    <Queries>
      <PendingOutcome
        instanceId={instanceId}
        orderId={orderId}
        shown={getDisplayKey(order)}
        sentAt={sentAt}
        sentText={formatInstant(sentAt, locale, getTimeZone(draw), "dated")}
        serverNow={new Date().toISOString()}
        maskedEmail={buyer?.maskedEmail ?? null}
        icons={{
          looking: <Icon name="refresh" />,
          closing: <Icon name="check-circle" />,
          waiting: <Icon name="clock" />,
        }}
      />
    </Queries>
  );
}

type ResendProps = Pick<NextStepsProps, "order"> & { isNew?: boolean; beside?: ReactNode };

async function Resend({ order, isNew = false, beside }: ResendProps) {
  if (!order.buyer) return <div className="flex flex-wrap gap-x-4 print:hidden">{beside}</div>;
  const t = await getTranslations("reasons");
  const reasons = ["resend-limit", "receipt-unavailable", "service-unavailable"] as const;
  return (
    <ResendReceipt
      instanceId={order.instanceId}
      orderId={toOrderUrlId(order)}
      maskedEmail={order.buyer.maskedEmail}
      isNew={isNew}
      refusals={Object.fromEntries(reasons.map((reason) => [reason, t(reason)]))}
      icon={<Icon name="mail" />}
      beside={beside}
    />
  );
}

async function ClosedOrderSteps(props: NextStepsProps) {
  const { order, draw, locale, backHref } = props;
  const t = await getTranslations("order");
  const hasNumbers = order.numbers.length > 0;
  const wasCharged = hasNumbers || order.refunds.length > 0;
  const drawPath = localizedPath(locale, `/${order.instanceId}`);
  if (draw && order.status === "finalized") {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
        <TicketSteps order={order} draw={draw} locale={locale} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <div className="grid gap-3 sm:grid-cols-2">
        <a href={hasNumbers ? backHref : drawPath} className={buttonClass("primary")}>
          {hasNumbers || !draw?.salesOpen ? t("backToDraw") : t("buyAgain")}
        </a>
        {wasCharged ? (
          <PrintButton>
            <Icon name="printer" />
            <span>{t(hasNumbers ? "print" : "printPage")}</span>
          </PrintButton>
        ) : null}
      </div>
      {order.status === "finalized" ? <Resend order={order} /> : null}
    </div>
  );
}

export async function ReceiptSteps({ order, state, draw }: NextStepsProps) {
  if (!draw || order.status !== "finalized") return null;
  const t = await getTranslations("order");
  const print = (
    <PrintButton variant="quiet" className="extra min-h-11">
      <Icon name="printer" />
      {t("print")}
    </PrintButton>
  );
  return (
    <div className="border-line border-t pt-3.5 pb-1 lg:pt-5 print:hidden">
      <Resend order={order} isNew={state === "confirmed"} beside={print} />
    </div>
  );
}

export async function BackLink({ order, draw, backHref, locale }: NextStepsProps) {
  if (!draw || order.status !== "finalized") return null;
  const t = await getTranslations("order");
  return (
    <a
      href={backHref}
      className={`${buttonClass("quiet")} extra min-h-11 justify-self-center lg:justify-self-start print:hidden`}
    >
      <Icon name="arrow-left" />
      <span>
        {hasSecondDrawNumbers(order) ? t("backNamed", { title: localText(draw.title, locale).text }) : t("backToDraw")}
      </span>
    </a>
  );
}

export function NextSteps(props: NextStepsProps) {
  const { order, state, locale } = props;
  const { instanceId, orderId, status } = order;
  if (state === "asking") return <PendingPayment {...props} />;
  if (status !== "reserved") return <ClosedOrderSteps {...props} />;
  return (
    <HoldBanner
      instanceId={instanceId}
      orderId={orderId}
      expiresAt={order.expiresAt}
      serverNow={new Date().toISOString()}
      payHref={`${localizedPath(locale, `/${instanceId}`)}#order=${orderId}`}
      isDeclined={state === "declined"}
    />
  );
}

type TicketStepsProps = { order: OrderView; draw: PublicDraw; locale: Language };

const actionsClass = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2 empty:hidden sm:gap-3";
const actionClass = "flex-col justify-start gap-1 px-1.5 text-sm";

async function TicketSteps({ order, draw, locale }: TicketStepsProps) {
  const [t, tShare] = await Promise.all([getTranslations("order"), getTranslations("share")]);
  const path = localizedPath(locale, `/${draw.id}`);
  const isDrawAhead = getSchedule(draw).drawsAt > new Date();
  return (
    <>
      <div className="grid" style={getGroundStyle(draw)}>
        <ShareButton
          path={path}
          title={localText(draw.title, locale).text}
          posterPath={`${path}/poster`}
          icon={<Icon name="share" />}
          label={tShare(hasSecondDrawNumbers(order) ? "shareSeveral" : "share")}
        />
      </div>
      <div className={actionsClass}>
        {isDrawAhead ? (
          <a href={`${path}/draw.ics`} className={`${buttonClass("secondary")} ${actionClass}`}>
            <Icon name="calendar" />
            {t("calendar")}
          </a>
        ) : null}
        {draw.salesOpen ? (
          <a href={`${path}#checkout`} className={`${buttonClass("secondary")} ${actionClass}`}>
            <Icon name="ticket" />
            {t("buyMore")}
          </a>
        ) : null}
      </div>
    </>
  );
}
