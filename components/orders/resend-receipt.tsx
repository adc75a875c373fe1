"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { resendReceipt } from "@/lib/orders/client";

type ResendReceiptProps = {
  instanceId: string;
  orderId: string;
  maskedEmail: string;
  isNew: boolean;
  refusals: Partial<Record<string, string>>;
  icon: ReactNode;
  beside?: ReactNode;
};

type Outcome = { tone: "positive" | "warning"; message: string } | null;

export function ResendReceipt({ instanceId, orderId, maskedEmail, isNew, refusals, icon, beside }: ResendReceiptProps) {
  const t = useTranslations("resend");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);

  async function send() {
    setBusy(true);
    setOutcome(null);
    const answer = await resendReceipt({ instanceId, orderId });
    setBusy(false);
    if (answer.ok) return setOutcome({ tone: "positive", message: t("sent", { email: maskedEmail }) });
    setOutcome({ tone: "warning", message: refusals[answer.reason] ?? t("failed") });
  }

  return (
    <div className="grid print:hidden">
      <p className="text-pretty text-sm">{t(isNew ? "onItsWay" : "again", { email: maskedEmail })}</p>
      <div className="flex flex-wrap gap-x-4">
        <Button variant="quiet" className="extra min-h-11" busy={isBusy} onClick={send}>
          {icon}
          <span>{t(isBusy ? "sending" : "send")}</span>
        </Button>
        {beside}
      </div>
      <div role="status">{outcome ? <Notice tone={outcome.tone} title={outcome.message} /> : null}</div>
    </div>
  );
}
