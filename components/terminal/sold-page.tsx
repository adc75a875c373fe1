import { getMessages } from "next-intl/server";

import { getTimeZone } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";

import { pickReceiptMessages } from "./receipt/receipt-messages";
import { TerminalFrame } from "./terminal-frame";
import { TerminalSuccess } from "./terminal-success";

type SoldPageProps = {
  instanceId: string;
  orderId: string;
  draw: PublicDraw | null;
  locale: Language;
  checkoutHost: string;
  isDemo: boolean;
};

const namespaces = ["order", "terminalReceipt", "terminalSale"] as const;

export async function SoldPage({ instanceId, orderId, draw, locale, checkoutHost, isDemo }: SoldPageProps) {
  const [en, fr] = await Promise.all([getMessages({ locale: "en" }), getMessages({ locale: "fr" })]);
  return (
    <TerminalFrame
      locale={locale}
      isDemo={isDemo}
      place="success"
      instanceId={instanceId}
      isTestDraw={draw?.isTestDraw ?? false}
      timeZone={getTimeZone(draw)}
      namespaces={namespaces}
    >
      <TerminalSuccess
        instanceId={instanceId}
        orderId={orderId}
        draw={draw}
        receiptMessages={{ en: pickReceiptMessages(en), fr: pickReceiptMessages(fr) }}
        checkoutHost={checkoutHost}
      />
    </TerminalFrame>
  );
}
