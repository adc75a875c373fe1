import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { getCharityColors, getGroundStyle } from "@/components/draws/ground-style";
import { ModeBanners } from "@/components/draws/mode-banners";
import { ZoneProvider } from "@/components/draws/zone-provider";
import type { OrderState } from "@/components/payment/order-state";
import { getDisplayKey, getOrderState, isChanging } from "@/components/payment/order-state";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { Messages } from "@/components/ui/messages";
import { Notice } from "@/components/ui/notice";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import { Queries } from "@/components/ui/queries";
import { getTimeZone } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import { toOrderUrlId } from "@/lib/orders/rules.identity";
import { describePools, hasSecondDrawNumbers } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getZoneOffsets } from "@/lib/platform/i18n/zone-offsets";
import { computeOriginalLeftMs } from "@/lib/receipts/paper/rules";
import { BackLink, NextSteps, ReceiptSteps } from "./next-steps";
import { OrderAbout, OrderImage } from "./order-about";
import { ForgetPurchase, RefundPoller, StateFocus } from "./order-effects";
import { festiveStates, OrderHead } from "./order-head";
import { OrderReceipt } from "./order-receipt";
import { PrintMark } from "./print-mark";
import { RefundList } from "./refund-list";
import { TicketCard } from "./ticket-card";

type OrderPageProps = {
  order: OrderView;
  /** Null once the draw is hidden. The order stays readable. */
  draw: PublicDraw | null;
  live: LiveState | null;
  locale: Language;
  backHref: string;
  isDemo: boolean;
  checkoutHost: string;
  isConfirmation?: boolean;
};

async function Reprint({ order, state }: OrderPageProps & { state: OrderState }) {
  if (!order.finalizedAt) return null;
  const t = await getTranslations("receipt");
  const leftMs = state === "confirmed" ? computeOriginalLeftMs(order, new Date()) : 0;
  return (
    <PrintMark mark={t("reprint")} originalOrderId={leftMs > 0 ? order.orderId : undefined} originalForMs={leftMs} />
  );
}

const boxClass =
  "rounded-card border border-line bg-raised px-5 pt-4 shadow-card sm:px-8 lg:px-6 lg:pt-5 " +
  "print:border-0 print:p-0 print:shadow-none";

const footClass = "grid grid-cols-[minmax(0,1fr)] gap-5 print:gap-1 print:text-xs";
const footBoxClass = "content-start self-start pb-4 empty:hidden lg:pb-5";

function Foot({ order, draw, locale, checkoutHost }: OrderPageProps) {
  return (
    <div className={`${footClass} ${order.numbers.length > 0 ? `${boxClass} ${footBoxClass}` : "print:mt-3"}`}>
      <GoodToKnow order={order} draw={draw} locale={locale} checkoutHost={checkoutHost} />
      {draw ? (
        <div className="text-pretty text-muted text-xs leading-relaxed print:leading-snug">
          <ResponsiblePlay draw={draw} />
        </div>
      ) : null}
    </div>
  );
}

const ticketClass =
  "flex flex-col rounded-card shadow-ticket in-[main:has([open])]:self-start print:block print:shadow-none";

const stubClass =
  "ticket-stub grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-7 rounded-b-card border-line border-t-2 " +
  "border-dashed bg-raised p-5 pt-6 has-[>:only-child]:content-stretch sm:p-8 sm:pt-7 " +
  "print:gap-2 print:p-0 print:pt-2";

function Ticket({ children, ...props }: OrderPageProps & { state: OrderState; children: ReactNode }) {
  const { order, draw, locale, state, checkoutHost } = props;
  const isFestive =
    state === "confirmed" &&
    props.live?.reason !== "draw-cancelled" &&
    (draw?.additionalOptions.enableFireworks ?? false);
  return (
    <div className={ticketClass}>
      <Reprint {...props} state={state} />
      <OrderHead
        state={state}
        id="order-state"
        isFestive={isFestive}
        orderId={order.orderId}
        colors={draw ? getGroundStyle(draw) : undefined}
        about={draw ? <OrderAbout order={order} draw={draw} locale={locale} checkoutHost={checkoutHost} /> : null}
        picture={draw && festiveStates.has(state) ? <OrderImage draw={draw} checkoutHost={checkoutHost} /> : null}
        receiptTo={draw && state === "confirmed" ? order.buyer?.maskedEmail : undefined}
      />
      <div className={stubClass}>
        <TicketCard {...props} />
        <ErasedNotice order={order} />
        <CancelledNotice {...props} />
        <RefundList order={order} locale={locale} timeZone={getTimeZone(draw)} />
        {children}
      </div>
    </div>
  );
}

function OrderSections(props: OrderPageProps & { state: OrderState }) {
  const { order, draw, locale, checkoutHost } = props;
  return (
    <>
      <NextSteps {...props} />
      <div className={order.numbers.length > 0 ? `${boxClass} pb-1 lg:pb-2` : undefined}>
        <OrderReceipt
          order={order}
          draw={draw}
          pools={describePools(draw, locale)}
          locale={locale}
          checkoutHost={checkoutHost}
          now={new Date()}
        />
        <ReceiptSteps {...props} />
      </div>
      <Foot {...props} />
    </>
  );
}

const pageClass = "wrap-anywhere mx-auto max-w-2xl px-4 pt-3 pb-6 sm:px-6 sm:pt-8 sm:pb-10 print:max-w-none print:p-0";

const columnsClass =
  "grid grid-cols-[minmax(0,1fr)] gap-6 lg:max-w-6xl lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8 print:block";

const sideClass =
  "order-side grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-rows-[auto_auto_1fr] lg:gap-5 print:mt-2 print:gap-2";

const stickySideClass = "lg:self-start lg:[@media(height>=54rem)]:sticky lg:[@media(height>=54rem)]:top-6";

export async function OrderPage(props: OrderPageProps) {
  const { order, locale, isDemo, isConfirmation = false } = props;
  const t = await getTranslations("order");
  const state = getOrderState(order, isConfirmation);
  const { instanceId, orderId } = order;
  const hasNumbers = order.numbers.length > 0;
  const charityColors = getCharityColors(props.draw ?? {});
  const sections = <OrderSections {...props} state={state} />;
  return (
    <Messages namespaces={["heldOrder", "live.units", "orderWatch", "resend", "share.copied"]}>
      <ModeBanners locale={locale} isDemo={isDemo} isTestDraw={order.isTest} />
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")}>
        <LanguageSwitch />
      </PageHeader>
      {order.status === "finalized" || order.status === "refunded" ? (
        <ForgetPurchase instanceId={instanceId} orderId={orderId} />
      ) : null}
      {isChanging(order) && state !== "asking" ? (
        <Queries>
          <RefundPoller instanceId={instanceId} orderId={toOrderUrlId(order)} shown={getDisplayKey(order)} />
        </Queries>
      ) : null}
      <StateFocus state={state} targetId="order-state" isAnswer={isConfirmation || state === "asking"} />
      <main
        className={`${pageClass} ${hasNumbers ? columnsClass : ""} ${charityColors.className}`}
        style={charityColors.style}
      >
        <ZoneProvider zone={getZoneOffsets(getTimeZone(props.draw), new Date(), 0)}>
          <Ticket {...props} state={state}>
            {hasNumbers ? null : sections}
          </Ticket>
          {hasNumbers ? (
            <div className={`${sideClass} ${hasSecondDrawNumbers(order) ? stickySideClass : ""}`}>{sections}</div>
          ) : null}
          <BackLink {...props} state={state} />
        </ZoneProvider>
      </main>
      <PageFooter />
    </Messages>
  );
}

/** The draw was cancelled after the order was paid. */
export function CancelledNotice({ order, live }: Pick<OrderPageProps, "order" | "live">) {
  const t = useTranslations("order.drawCancelled");
  const wasPaid = order.status === "finalized" || order.status === "refunded";
  if (live?.reason !== "draw-cancelled" || !wasPaid) return null;
  return (
    <Notice tone="warning" title={t("title")}>
      <p>{t(order.method === "cash" ? "cash" : "card")}</p>
    </Notice>
  );
}

export function ErasedNotice({ order }: { order: Pick<OrderView, "isErased" | "lines"> }) {
  const t = useTranslations("order");
  if (!order.isErased) return null;
  const isStub = order.lines.length === 0;
  return (
    <Notice title={t(isStub ? "shrunk" : "erased")}>
      <p>{t(isStub ? "shrunkText" : "erasedText")}</p>
    </Notice>
  );
}

type GoodToKnowProps = { order: OrderView; draw: PublicDraw | null; locale: Language; checkoutHost: string };

function Row({ icon, isOnPaper = true, children }: { icon: IconName; isOnPaper?: boolean; children: ReactNode }) {
  return (
    <li className={isOnPaper ? "flex gap-3" : "flex gap-3 print:hidden"}>
      <Icon name={icon} className="mt-0.5 size-5 text-muted print:hidden" />
      <p className="min-w-0 text-pretty">{children}</p>
    </li>
  );
}

function createLink(href: string, hasPrintedUrl = true) {
  const link = "font-semibold underline underline-offset-4 print:font-normal print:no-underline";
  return (chunks: ReactNode) => (
    <a href={href} className={href.startsWith("mailto:") ? `${link} address` : link}>
      {chunks}
      {hasPrintedUrl ? <span className="hidden print:inline">{` (${href})`}</span> : null}
    </a>
  );
}

async function GoodToKnow({ order, draw, locale, checkoutHost }: GoodToKnowProps) {
  const t = await getTranslations("order");
  const isPaid = order.status === "finalized";
  const drawUrl = draw ? checkoutHost + localizedPath(locale, `/${draw.id}`) : null;
  const email = draw?.supportEmail;
  const title = draw ? localText(draw.title, locale).text : "";
  const formatPosted = (href: string) =>
    hasSecondDrawNumbers(order)
      ? t.rich("play.postedAll", { title, page: createLink(href) })
      : t.rich("play.posted", { page: createLink(href) });
  if (!isPaid && !email) return null;
  return (
    <section aria-labelledby={isPaid ? "good-to-know" : undefined} className="grid gap-3">
      {isPaid ? (
        <h2 id="good-to-know" className="text-xl print:hidden">
          {t("goodToKnow")}
        </h2>
      ) : null}
      <ul className="grid gap-x-10 gap-y-3 text-sm print:block print:text-xs">
        {isPaid && drawUrl ? <Row icon="trophy">{formatPosted(drawUrl)}</Row> : null}
        {isPaid ? (
          <Row icon="bookmark" isOnPaper={false}>
            {t("keepPage")}
          </Row>
        ) : null}
        {email ? (
          <Row icon="mail">
            {t.rich("questions", { email, code: order.orderCode, link: createLink(`mailto:${email}`, false) })}
          </Row>
        ) : null}
        {isPaid && drawUrl ? (
          <Row icon="document">{t.rich("play.rules", { page: createLink(`${drawUrl}#rules`) })}</Row>
        ) : null}
      </ul>
    </section>
  );
}
