import { NextIntlClientProvider, useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { AutoPrintSetting } from "@/components/terminal/device/selling-settings";
import { useDevice } from "@/components/terminal/device/use-device";
import { useDetailsHref } from "@/components/terminal/shell/use-terminal-words";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { writeReceipt } from "@/lib/terminal/rules.receipt";
import type { PaperWidth } from "@/lib/terminal/rules.registration";
import { paperWidthOf } from "@/lib/terminal/rules.registration";
import type messages from "@/messages/en.json";
import { usePageSize } from "./page-size";
import { ReceiptCheck, receiptYesId } from "./receipt-check";
import { ReceiptPaper } from "./receipt-paper";
import type { WordsByLanguage } from "./receipt-words";
import { SaleTrouble } from "./sale-trouble";
import { SoldHead } from "./sold-head";
import { useAutoPrint } from "./use-auto-print";
import type { ReceiptPrint } from "./use-receipt-print";
import { useReceiptPrint } from "./use-receipt-print";

/** What the last page of a sale works with. */
type SoldOrderProps = {
  order: TerminalOrder;
  onOrder: (order: TerminalOrder) => void;
  draw: PublicDraw | null;
  words: WordsByLanguage;
  checkoutHost: string;
};

const paperId = "receipt-paper";

type PaperProps = Pick<SoldOrderProps, "order" | "checkoutHost"> & {
  draw: PublicDraw;
  copy: number;
  width: PaperWidth;
  label: string;
};

/** The receipt, in the words around it: those of its buyer. */
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
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <>
      <a
        ref={next}
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

/** Where the sale goes on once nobody has to look at its paper any more. */
function Steps({ order, print, isAsking }: NextStepsProps & { isAsking: boolean }) {
  const t = useTranslations("terminalReceipt");
  const { reprints } = order;
  return (
    <div className="grid gap-3">
      {isAsking ? <DetailsLink order={order} /> : <NextSteps order={order} print={print} />}
      {reprints > 0 ? <p className="text-muted text-sm">{t("reprints", { count: reprints })}</p> : null}
      <SaleTrouble reason={print.trouble} />
    </div>
  );
}

/** The last page of a sale: change and numbers, the receipt, and one tap to the next sale. */
export function SoldOrder(props: SoldOrderProps) {
  const { order, onOrder, draw, words, checkoutHost } = props;
  const t = useTranslations("terminalReceipt");
  const { allocation } = useDevice();
  const print = useReceiptPrint(order, onOrder);
  const width = paperWidthOf(allocation?.deviceDetails?.printer);
  useAutoPrint(order, print);
  const isAsking = print.isAsking && order.status === "finalized";
  useEffect(() => {
    if (isAsking) focusId(receiptYesId);
  }, [isAsking]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_auto] print:block">
      <div className="grid gap-5 print:hidden">
        {isAsking ? <ReceiptCheck order={order} print={print} onOrder={onOrder} /> : null}
        <SoldHead order={order} draw={draw} />
        <Steps order={order} print={print} isAsking={isAsking} />
      </div>
      {draw ? (
        // All that receipts say is there; the type knows whole files alone.
        <NextIntlClientProvider
          locale={order.locale}
          messages={words[order.locale] as typeof messages}
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
