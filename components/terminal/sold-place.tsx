import { getMessages } from "next-intl/server";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/i18n/routing";

import type { ReceiptWords } from "./sold-order";
import { TerminalFrame } from "./terminal-frame";
import { TerminalSuccess } from "./terminal-success";

type SoldPlaceProps = {
  instanceId: string;
  orderId: string;
  draw: PublicDraw | null;
  locale: Language;
  checkoutHost: string;
  isDemo: boolean;
};

const namespaces = ["order", "terminalReceipt", "terminalSale"] as const;

/** What receipts are written in. */
async function receiptWords(locale: Language): Promise<ReceiptWords[Language]> {
  const { receipt, terminalReceipt, order, draw, checkout } = await getMessages({ locale });
  const { notDonation, helpLine, helpNeutral, dates } = draw;
  return {
    receipt,
    terminalReceipt,
    order,
    draw: { notDonation, helpLine, helpNeutral, dates } as typeof draw,
    checkout: { provinces: checkout.provinces } as typeof checkout,
  };
}

/** The page after a sale at a terminal. */
export async function SoldPlace({ instanceId, orderId, draw, locale, checkoutHost, isDemo }: SoldPlaceProps) {
  const [en, fr] = await Promise.all([receiptWords("en"), receiptWords("fr")]);
  return (
    <TerminalFrame
      locale={locale}
      isDemo={isDemo}
      place="success"
      instanceId={instanceId}
      isTestDraw={draw?.isTestDraw ?? false}
      namespaces={namespaces}
    >
      <TerminalSuccess
        instanceId={instanceId}
        orderId={orderId}
        draw={draw}
        words={{ en, fr }}
        checkoutHost={checkoutHost}
      />
    </TerminalFrame>
  );
}
