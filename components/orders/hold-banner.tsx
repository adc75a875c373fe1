"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { recordOwnOrder } from "@/components/payment/own-order";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import { useTimeLeftText } from "@/components/ui/use-time-left-text";
import { cancelOrder } from "@/lib/orders/client";

function useRemainingMs(until: string, serverNow: string): number {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  useEffect(() => {
    const clockOffset = Date.parse(serverNow) - Date.now();
    const timer = setInterval(() => setNow(Date.now() + clockOffset), 1000);
    return () => clearInterval(timer);
  }, [serverNow]);
  return Math.max(0, Date.parse(until) - now);
}

type HoldBannerProps = {
  instanceId: string;
  orderId: string;
  expiresAt: string;
  serverNow: string;
  payHref: string;
  isDeclined: boolean;
};

export function HoldBanner({ instanceId, orderId, expiresAt, serverNow, payHref, isDeclined }: HoldBannerProps) {
  const t = useTranslations("heldOrder");
  const timeLeft = useTimeLeftText();
  const router = useRouter();
  const remaining = useRemainingMs(expiresAt, serverNow);
  const [cancelling, setCancelling] = useState<"no" | "busy" | "failed">("no");
  const isOver = remaining === 0;

  useEffect(() => {
    if (isOver) router.refresh();
  }, [isOver, router]);

  async function cancel() {
    setCancelling("busy");
    const answer = await cancelOrder({ instanceId, orderId });
    setCancelling(answer.ok ? "no" : "failed");
    router.refresh();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
      <p
        role="timer"
        className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-warning-soft px-4 py-3"
      >
        <span>{t("heldFor")}</span>
        <span className="tabular ml-auto whitespace-nowrap font-bold font-display text-[clamp(1.125rem,6vw,1.5rem)] text-warning">
          {timeLeft(remaining)}
        </span>
      </p>
      <a href={payHref} onClick={() => recordOwnOrder(orderId)} className={buttonClass("primary", "large")}>
        {t(isDeclined ? "payAgain" : "payNow")}
      </a>
      <Button variant="secondary" busy={cancelling === "busy"} onClick={cancel}>
        {t("cancelOrder")}
      </Button>
      {cancelling === "failed" ? <Notice tone="danger" role="alert" title={t("cancelFailed")} /> : null}
    </div>
  );
}
