import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DrawText } from "@/components/draws/draw-text";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { groundStyleOf } from "@/components/draws/ground-style";
import { ModeBanners } from "@/components/draws/mode-banners";
import type { OrderState } from "@/components/payment/order-state";
import { isMoving, orderStateOf, shownKey } from "@/components/payment/order-state";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { Messages } from "@/components/ui/messages";
import { PageFooter } from "@/components/ui/page-footer";
import { PageHeader } from "@/components/ui/page-header";
import { Queries } from "@/components/ui/queries";
import { timeZoneOf } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { originalLeftMs } from "@/lib/receipts/rules";
import { ErasedNotice } from "./erased-notice";
import { ForgetPurchase } from "./forget-purchase";
import { NextSteps } from "./next-steps";
import { OrderFacts } from "./order-facts";
import { OrderHead } from "./order-head";
import { PlayLines } from "./play-lines";
import { PrintMark } from "./print-mark";
import { RefundList } from "./refund-list";
import { StateFocus } from "./state-focus";
import { TicketCard } from "./ticket-card";
import { RefundWatch } from "./use-order-changes";

type OrderPageProps = {
  order: OrderView;
  /** Null when the draw is no longer shown; the order stays readable. */
  draw: PublicDraw | null;
  live: LiveState | null;
  locale: Language;
  /** Where the buyer goes back to: the draw on the main site, or its page here. */
  backHref: string;
  isDemo: boolean;
  /** Origin of our pages. */
  checkoutHost: string;
  isConfirmation?: boolean;
};

async function Questions({ email, code }: { email: string; code: string }) {
  const t = await getTranslations("order");
  const link = (words: ReactNode) => (
    <a href={`mailto:${email}`} className="font-semibold underline underline-offset-4 print:no-underline">
      {words}
    </a>
  );
  return <p>{t.rich("questions", { email, code, link })}</p>;
}

/** What a print is marked as; nothing while there is no receipt. */
async function Reprint({ order, draw, locale, state }: OrderPageProps & { state: OrderState }) {
  if (!order.finalizedAt) return null;
  const t = await getTranslations("receipt");
  const leftMs = state === "confirmed" ? originalLeftMs(order, new Date()) : 0;
  return (
    <PrintMark
      mark={t("reprint")}
      locale={locale}
      timeZone={timeZoneOf(draw)}
      originalOf={leftMs > 0 ? order.orderId : undefined}
      originalForMs={leftMs}
    />
  );
}

async function ReceiptFoot({ order, draw, locale, checkoutHost }: OrderPageProps) {
  const t = await getTranslations("order");
  return (
    <div className="grid gap-2 text-muted text-sm print:gap-1 print:text-xs">
      {order.status === "finalized" ? <p className="print:hidden">{t("keepPage")}</p> : null}
      {draw?.supportEmail ? <Questions email={draw.supportEmail} code={order.orderCode} /> : null}
      {draw && order.status === "finalized" ? (
        <PlayLines draw={draw} locale={locale} checkoutHost={checkoutHost} />
      ) : null}
      {draw ? <ResponsiblePlay draw={draw} /> : null}
    </div>
  );
}

/** An order as its buyer sees it: state, numbers, what to do next, and the receipt, which prints as one sheet. */
export async function OrderPage(props: OrderPageProps) {
  const { order, draw, locale, isDemo, checkoutHost, isConfirmation = false } = props;
  const t = await getTranslations("order");
  const state = orderStateOf(order, isConfirmation);
  const { instanceId, orderId } = order;
  const isFestive = state === "confirmed" && (draw?.additionalOptions.enableFireworks ?? false);
  return (
    <Messages namespaces={["heldOrder", "live.units", "orderWatch", "resend", "share.share", "share.copied"]}>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={order.isTest} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      {order.status === "finalized" || order.status === "refunded" ? (
        <ForgetPurchase instanceId={instanceId} orderId={orderId} />
      ) : null}
      {isMoving(order) && state !== "asking" ? (
        <Queries>
          <RefundWatch instanceId={instanceId} orderId={orderId} shown={shownKey(order)} />
        </Queries>
      ) : null}
      <StateFocus state={state} targetId="order-state" isAnswer={isConfirmation || state === "asking"} />
      <main className="wrap-anywhere mx-auto max-w-2xl px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0">
        <Reprint {...props} state={state} />
        {draw ? (
          <p className="mb-3 text-balance text-muted leading-snug">
            <span className="block font-semibold text-ink">
              <DrawText text={draw.title} locale={locale} />
            </span>{" "}
            <DrawText text={draw.organization} locale={locale} />
          </p>
        ) : null}
        <div className="drop-shadow-[0_10px_18px_rgb(60_20_25/0.16)] print:drop-shadow-none">
          <OrderHead
            state={state}
            id="order-state"
            isFestive={isFestive}
            orderId={orderId}
            colors={draw ? groundStyleOf(draw) : undefined}
          />
          <div className="ticket-stub grid grid-cols-[minmax(0,1fr)] gap-7 print:[mask:none] rounded-b-card border-line border-t-2 border-dashed bg-raised px-5 pt-7 pb-7 sm:px-8 print:gap-3 print:px-0 print:pt-3 print:pb-0">
            <TicketCard {...props} />
            <ErasedNotice order={order} />
            <RefundList order={order} locale={locale} timeZone={timeZoneOf(draw)} />
            <NextSteps {...props} state={state} />
            <OrderFacts
              order={order}
              draw={draw}
              pools={poolFactsOf(draw, locale)}
              locale={locale}
              checkoutHost={checkoutHost}
              now={new Date()}
            />
            <ReceiptFoot {...props} />
          </div>
        </div>
      </main>
      <PageFooter />
    </Messages>
  );
}
