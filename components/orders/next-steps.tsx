import { getTranslations } from "next-intl/server";
import type { OrderState } from "@/components/payment/order-state";
import { shownKey } from "@/components/payment/order-state";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { Queries } from "@/components/ui/queries";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { HoldBanner } from "./hold-banner";
import { PendingOutcome } from "./pending-outcome";
import { PrintButton } from "./print-button";
import { ResendReceipt } from "./resend-receipt";

type NextStepsProps = {
  order: OrderView;
  state: OrderState;
  draw: PublicDraw | null;
  locale: Language;
  /** Where the buyer goes back to: the draw on the main site, or its page here. */
  backHref: string;
};

function Asking({ order, draw, locale }: NextStepsProps) {
  const { instanceId, orderId, lastPayment, placedAt, buyer } = order;
  const sentAt = lastPayment?.sentAt ?? placedAt;
  return (
    <Queries>
      <PendingOutcome
        instanceId={instanceId}
        orderId={orderId}
        shown={shownKey(order)}
        sentAt={sentAt}
        sentWords={formatInstant(sentAt, locale, draw?.timeZone ?? "America/Toronto", "dated")}
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

async function Resend({ order }: Pick<NextStepsProps, "order">) {
  if (!order.buyer) return null;
  const t = await getTranslations("reasons");
  const reasons = ["resend-limit", "receipt-unavailable", "service-unavailable"] as const;
  return (
    <ResendReceipt
      instanceId={order.instanceId}
      orderId={order.orderId}
      maskedEmail={order.buyer.maskedEmail}
      refusals={Object.fromEntries(reasons.map((reason) => [reason, t(reason)]))}
      icon={<Icon name="mail" />}
    />
  );
}

async function Closing({ order, draw, locale, backHref }: NextStepsProps) {
  const t = await getTranslations("order");
  const hadNumbers = order.numbers.length > 0;
  const wasCharged = hadNumbers || order.refunds.length > 0;
  const drawPath = localizedPath(locale, `/${order.instanceId}`);
  return (
    <div className="grid gap-3 print:hidden">
      <div className="grid gap-3 sm:grid-cols-2">
        <a href={hadNumbers ? backHref : drawPath} className={buttonClass("primary")}>
          {hadNumbers || !draw?.salesOpen ? t("backToDraw") : t("buyAgain")}
        </a>
        {wasCharged ? (
          <PrintButton>
            <Icon name="printer" />
            {t(hadNumbers ? "print" : "printPage")}
          </PrintButton>
        ) : null}
      </div>
      {order.status === "finalized" ? <Resend order={order} /> : null}
    </div>
  );
}

/** What a buyer can do about an order now. */
export function NextSteps(props: NextStepsProps) {
  const { order, state, locale } = props;
  const { instanceId, orderId, status } = order;
  if (state === "asking") return <Asking {...props} />;
  if (status !== "reserved") return <Closing {...props} />;
  return (
    <HoldBanner
      instanceId={instanceId}
      orderId={orderId}
      expiresAt={order.expiresAt}
      serverNow={new Date().toISOString()}
      payHref={`${localizedPath(locale, `/${instanceId}`)}#order=${orderId}`}
    />
  );
}
