"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useDetailsHref, useReasonText } from "@/components/terminal/shell/use-terminal-text";
import { Notice } from "@/components/ui/notice";
import { useFormatters } from "@/components/ui/use-formatters";
import type { Outcome, OutcomeKey } from "./use-order-action";

type OutcomeNoticeProps = { outcome: Outcome | null; isLinked?: boolean };

const openOutcomes: readonly OutcomeKey[] = [
  "bank-silent",
  "bank-declined",
  "bank-missing",
  "bank-too-late",
  "refund-under-way",
];

function DoneNotice({ outcome, isLinked }: OutcomeNoticeProps & { outcome: Extract<Outcome, { isDone: true }> }) {
  const t = useTranslations("terminalOrders");
  const { dollars } = useFormatters();
  const { order, key, amount } = outcome;
  const detailsHref = useDetailsHref(order);
  return (
    <Notice tone={openOutcomes.includes(key) ? "warning" : "positive"} title={order.orderCode}>
      <p>
        {t(`outcomes.${key}`, {
          amount: dollars(amount),
          email: order.buyer?.maskedEmail ?? "",
        })}
      </p>
      {isLinked ? (
        <p>
          <a
            href={detailsHref}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t("toDetails")}
          </a>
        </p>
      ) : null}
    </Notice>
  );
}

/** Takes the focus, because the action's button may be gone. The live region exists before it has content. */
export function OutcomeNotice({ outcome, isLinked = false }: OutcomeNoticeProps) {
  const refusalText = useReasonText();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) region.current?.focus();
  }, [outcome]);
  return (
    <div ref={region} role="status" tabIndex={-1} className="rounded-control empty:sr-only">
      {outcome?.isDone ? <DoneNotice outcome={outcome} isLinked={isLinked} /> : null}
      {outcome && !outcome.isDone ? <Notice tone="danger" title={refusalText(outcome.reason)} /> : null}
    </div>
  );
}
