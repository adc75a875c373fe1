"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

import { Notice } from "@/components/ui/notice";
import { localizedPath } from "@/lib/i18n/routing";
import type { Outcome, OutcomeKey } from "./order-outcome";
import { useFacts, useRefusalWords } from "./use-terminal-words";

type OutcomeNoticeProps = { outcome: Outcome | null; timeZone: string; isLinked?: boolean };

const open: readonly OutcomeKey[] = ["bank-silent", "bank-declined", "bank-missing", "refund-under-way"];

function Done({ outcome, timeZone, isLinked }: OutcomeNoticeProps & { outcome: Extract<Outcome, { isDone: true }> }) {
  const t = useTranslations("terminalOrders");
  const { money } = useFacts(timeZone);
  const locale = useLocale();
  const { order, key, amount } = outcome;
  const query = new URLSearchParams({ instanceId: order.instanceId, orderId: order.orderId });
  return (
    <Notice tone={open.includes(key) ? "warning" : "positive"} title={order.orderCode}>
      <p>
        {t(`outcomes.${key}`, {
          amount: money(amount),
          email: order.buyer?.maskedEmail ?? "",
        })}
      </p>
      {isLinked ? (
        <p>
          <a
            href={localizedPath(locale, `/terminal/order-details?${query}`)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t("toDetails")}
          </a>
        </p>
      ) : null}
    </Notice>
  );
}

/** Tells what became of an action, in a region that was there before; takes the focus, as its button may be gone. */
export function OutcomeNotice({ outcome, timeZone, isLinked = false }: OutcomeNoticeProps) {
  const refusalWords = useRefusalWords();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) region.current?.focus();
  }, [outcome]);
  return (
    <div ref={region} role="status" tabIndex={-1} className="rounded-control empty:hidden">
      {outcome?.isDone ? <Done outcome={outcome} timeZone={timeZone} isLinked={isLinked} /> : null}
      {outcome && !outcome.isDone ? <Notice tone="danger" title={refusalWords(outcome.reason)} /> : null}
    </div>
  );
}
