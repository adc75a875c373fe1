import { getTranslations } from "next-intl/server";
import { DrawText } from "@/components/draws/draw-text";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { ModeBanners } from "@/components/draws/mode-banners";
import { TestMark } from "@/components/draws/test-mark";
import { isMoving, orderStateOf, shownKey } from "@/components/payment/order-state";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { Messages } from "@/components/ui/messages";
import { PageHeader } from "@/components/ui/page-header";
import { Queries } from "@/components/ui/queries";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { groupByPool } from "@/lib/orders/rules.pool-numbers";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { ForgetPurchase } from "./forget-purchase";
import { NextSteps } from "./next-steps";
import { NumberRanges } from "./number-ranges";
import { OrderFacts } from "./order-facts";
import { OrderHead } from "./order-head";
import { PlayLines } from "./play-lines";
import { PrintMark } from "./print-mark";
import { RefundList } from "./refund-list";
import { StateFocus } from "./state-focus";
import { RefundWatch } from "./use-order-changes";

type OrderPageProps = {
  order: OrderView;
  /** Null when the draw is no longer shown; the order stays readable. */
  draw: PublicDraw | null;
  locale: Language;
  /** Where the buyer goes back to: the draw on the main site, or its page here. */
  backHref: string;
  isDemo: boolean;
  /** Origin of our pages. */
  checkoutHost: string;
  isConfirmation?: boolean;
};

async function Numbers({ order, draw, locale }: OrderPageProps) {
  if (order.numbers.length === 0) return null;
  const t = await getTranslations("order");
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className="mb-3 text-xl">
        {t("yourNumbers")} {order.isTest ? <TestMark label={t("testMark")} className="ml-1" /> : null}
      </h2>
      <NumberRanges pools={groupByPool(order.numbers, poolFactsOf(draw, locale))} />
    </section>
  );
}

async function ReceiptFoot({ order, draw, locale, checkoutHost }: OrderPageProps) {
  const t = await getTranslations("order");
  return (
    <div className="grid gap-2 text-muted text-sm">
      {order.status === "finalized" ? <p className="print:hidden">{t("keepPage")}</p> : null}
      {draw?.supportEmail ? <p>{t("questions", { email: draw.supportEmail, code: order.orderCode })}</p> : null}
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
    <Messages namespaces={["heldOrder", "orderWatch", "resend"]}>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={order.isTest} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
        <ThemeToggle />
      </PageHeader>
      {order.status === "finalized" || order.status === "refunded" ? (
        <ForgetPurchase instanceId={instanceId} orderId={orderId} />
      ) : null}
      {isMoving(order) && state !== "asking" ? (
        <Queries>
          <RefundWatch instanceId={instanceId} orderId={orderId} shown={shownKey(order)} />
        </Queries>
      ) : null}
      <StateFocus state={state} targetId="order-state" />
      <main className="mx-auto max-w-2xl px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0">
        {order.finalizedAt ? (
          <PrintMark
            mark={(await getTranslations("receipt"))("reprint")}
            locale={locale}
            timeZone={draw?.timeZone ?? "America/Toronto"}
          />
        ) : null}
        {draw ? (
          <p className="mb-3 font-medium text-muted">
            <DrawText text={draw.title} locale={locale} /> · <DrawText text={draw.organization} locale={locale} />
          </p>
        ) : null}
        <div className="drop-shadow-[0_10px_18px_rgb(60_20_25/0.16)] print:drop-shadow-none">
          <OrderHead state={state} id="order-state" isFestive={isFestive} />
          <div className="ticket-stub grid gap-7 print:[mask:none] rounded-b-card border-line border-t-2 border-dashed bg-raised px-5 pt-7 pb-7 sm:px-8 print:gap-4 print:px-0">
            <Numbers {...props} />
            <RefundList order={order} locale={locale} timeZone={draw?.timeZone ?? "America/Toronto"} />
            <NextSteps {...props} state={state} />
            <OrderFacts
              order={order}
              draw={draw}
              pools={poolFactsOf(draw, locale)}
              locale={locale}
              checkoutHost={checkoutHost}
            />
            <ReceiptFoot {...props} />
          </div>
        </div>
      </main>
    </Messages>
  );
}
