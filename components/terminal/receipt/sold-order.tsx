import { NextIntlClientProvider, useLocale, useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { AutoPrintSetting } from "@/components/terminal/device/selling-settings";
import { useDevice } from "@/components/terminal/device/use-device";
import { shouldAutoPrint, useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import { useDetailsHref } from "@/components/terminal/shell/use-terminal-text";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import type { PaperWidth } from "@/lib/terminal/device/rules.registration";
import { readPaperWidth } from "@/lib/terminal/device/rules.registration";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { writeReceipt } from "@/lib/terminal/orders/rules.receipt";
import type messages from "@/messages/en.json";
import { ReceiptCheck, receiptYesId } from "./receipt-check";
import type { ReceiptMessagesByLanguage } from "./receipt-messages";
import { ReceiptPaper } from "./receipt-paper";
import { SaleRefusal } from "./sale-refusal";
import { SoldHead } from "./sold-head";
import { claimAutoPrint } from "./sold-note";
import type { ReceiptPrint } from "./use-receipt-print";
import { useReceiptPrint } from "./use-receipt-print";

type SoldOrderProps = {
  order: TerminalOrder;
  onOrder: (order: TerminalOrder) => void;
  draw: PublicDraw | null;
  receiptMessages: ReceiptMessagesByLanguage;
  checkoutHost: string;
};

const paperId = "receipt-paper";

type PaperProps = Pick<SoldOrderProps, "order" | "checkoutHost"> & {
  draw: PublicDraw;
  copy: number;
  width: PaperWidth;
  label: string;
};

function Paper({ order, draw, checkoutHost, copy, width, label }: PaperProps) {
  const t = useTranslations() as Translate;
  const receipt = useMemo(
    () => writeReceipt({ t, order, draw, checkoutHost, copy }),
    [t, order, draw, checkoutHost, copy],
  );
  usePageSize(width, paperId, receipt);
  return (
    <section aria-label={label} className="justify-self-center print:justify-self-start">
      <div className="border border-line shadow-card print:border-0 print:shadow-none">
        <ReceiptPaper receipt={receipt} width={width} id={paperId} />
      </div>
    </section>
  );
}

function DetailsLink({ order }: { order: TerminalOrder }) {
  const t = useTranslations("terminalReceipt");
  return (
    <a href={useDetailsHref(order)} className={buttonClass("secondary", "large")}>
      {t("details")}
    </a>
  );
}

type NextStepsProps = { order: TerminalOrder; print: ReceiptPrint };

function NextSteps({ order, print }: NextStepsProps) {
  const t = useTranslations("terminalReceipt");
  const details = useDevice().allocation?.deviceDetails;
  const locale = useLocale();
  const nextLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => nextLink.current?.focus(), []);
  return (
    <>
      <a
        ref={nextLink}
        href={localizedPath(locale, `/terminal/${order.instanceId}`)}
        className={`${buttonClass("primary", "large")} min-h-18! text-xl!`}
      >
        {t("next")}
      </a>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="secondary" size="large" busy={print.isBusy} onClick={print.print}>
          <Icon name="printer" className="size-6" />
          <span>{t(print.isFirst ? "print" : "printAgain")}</span>
        </Button>
        <DetailsLink order={order} />
      </div>
      {details ? <AutoPrintSetting printer={details.printer} /> : null}
    </>
  );
}

function Steps({ order, print, isConfirming }: NextStepsProps & { isConfirming: boolean }) {
  const t = useTranslations("terminalReceipt");
  const { reprints } = order;
  return (
    <div className="grid gap-3">
      {isConfirming ? <DetailsLink order={order} /> : <NextSteps order={order} print={print} />}
      {reprints > 0 ? <p className="text-muted text-sm">{t("reprints", { count: reprints })}</p> : null}
      <SaleRefusal reason={print.refusalReason} />
    </div>
  );
}

export function SoldOrder(props: SoldOrderProps) {
  const { order, onOrder, draw, receiptMessages, checkoutHost } = props;
  const t = useTranslations("terminalReceipt");
  const { allocation } = useDevice();
  const print = useReceiptPrint(order, onOrder);
  const width = readPaperWidth(allocation?.deviceDetails?.printer);
  useAutoPrint(order, print);
  const isConfirming = print.isConfirming && order.status === "finalized";
  useEffect(() => {
    if (isConfirming) focusId(receiptYesId);
  }, [isConfirming]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_auto] print:block">
      <div className="grid gap-5 print:hidden">
        {isConfirming ? <ReceiptCheck order={order} print={print} onOrder={onOrder} /> : null}
        <SoldHead order={order} draw={draw} />
        <Steps order={order} print={print} isConfirming={isConfirming} />
      </div>
      {draw ? (
        // The type requires whole message files, although a receipt needs only its own words.
        <NextIntlClientProvider
          locale={order.locale}
          messages={receiptMessages[order.locale] as typeof messages}
          timeZone={draw.timeZone}
        >
          <Paper
            order={order}
            draw={draw}
            checkoutHost={checkoutHost}
            copy={print.copy}
            width={width}
            label={t("preview")}
          />
        </NextIntlClientProvider>
      ) : null}
    </div>
  );
}

/** Prints the original once after the sale, if the tablet is set to. A reload must not print it again. */
function useAutoPrint({ orderId, status }: TerminalOrder, { isFirst, print }: ReceiptPrint): void {
  const settings = useTabletSettings();
  const details = useDevice().allocation?.deviceDetails;
  // Without the printer, the paper's width isn't known.
  const isAutoPrintOn = details ? shouldAutoPrint(settings, details.printer) : false;
  const shouldPrint = isAutoPrintOn && isFirst && status === "finalized";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `print` is new with each drawing, and is pressed once
  useEffect(() => {
    if (shouldPrint && claimAutoPrint(orderId)) print();
  }, [shouldPrint, orderId]);
}

const pixelsPerMm = 96 / 25.4;

const paperTailMm = 4;

export function getPageRule(width: PaperWidth, heightPx: number): string {
  if (width === null) return "@page { margin: 10mm; }";
  return `@page { size: ${width}mm ${Math.ceil(heightPx / pixelsPerMm) + paperTailMm}mm; margin: 0; }`;
}

/** A page rule needs two lengths, neither `auto`. A script sets it, which the page's policy allows. */
function usePageSize(width: PaperWidth, paperId: string, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another length
  useLayoutEffect(() => {
    const paper = document.getElementById(paperId);
    if (!paper) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(getPageRule(width, paper.offsetHeight));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [width, paperId, content]);
}
