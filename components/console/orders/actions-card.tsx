"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { Notice } from "@/components/ui/notice";
import type { ConsoleAction, ConsoleOrder } from "@/lib/console/orders/rules.order";
import { CorrectForm, NoteForm } from "./buyer-forms";
import { RefundStep } from "./refund-step";
import { SettleSteps } from "./settle-steps";
import type { ActionProps } from "./use-order-calls";
import { outcomeId, useOrderCalls } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

/** The actions that the order's state and the person's rights allow. An action that can't be undone asks first. */
export function ActionsCard({ order, onDone }: { order: ConsoleOrder; onDone: () => Promise<void> }) {
  const t = useTranslations("console.orders.actions");
  const calls = useOrderCalls(order, onDone);
  const { outcome } = calls;
  const has = (action: ConsoleAction) => order.actions.includes(action);
  const parts = { order, calls };
  return (
    <Card aria-labelledby="actions" className="grid grid-cols-1 gap-4">
      <h2 id="actions" className="text-xl">
        {t("title")}
      </h2>
      {outcome ? (
        <Notice
          id={outcomeId}
          tone={outcome.isDone ? "positive" : "danger"}
          role={outcome.isDone ? "status" : "alert"}
          title={outcome.message}
        />
      ) : null}
      {/* An open step closes once what it is about has changed. */}
      <div
        key={`${order.status} ${order.refunds.length} ${order.isHidden}`}
        className="flex flex-wrap items-start gap-3 *:max-w-xl"
      >
        <SimpleActions {...parts} />
        {has("refund") ? <RefundStep {...parts} /> : null}
        {has("cancel") ? <CancelStep {...parts} /> : null}
        {has("hide") ? <HideStep {...parts} /> : null}
      </div>
      {has("note") ? (
        <Fold title={t("note")}>
          <NoteForm calls={calls} />
        </Fold>
      ) : null}
      {has("correct") ? (
        <Fold title={t("correct")}>
          <CorrectForm calls={calls} />
        </Fold>
      ) : null}
      {has("settle") ? (
        <Fold title={t("settle")}>
          <SettleSteps key={order.status} {...parts} />
        </Fold>
      ) : null}
    </Card>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-line border-t pt-2">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-3">{children}</div>
    </details>
  );
}

function SimpleActions({ order, calls: { busy, run } }: ActionProps) {
  const t = useTranslations("console.orders.actions");
  return (["check", "resend"] as const)
    .filter((call) => order.actions.includes(call))
    .map((call) => (
      <Button
        key={call}
        variant={order.nextStep === call ? "primary" : "secondary"}
        busy={busy === call}
        onClick={() => run(call)}
      >
        {t(call)}
      </Button>
    ));
}

function CancelStep({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.confirm.cancel");
  const { dollars } = useOrderText();
  const name = order.buyer?.name;
  const amount = dollars(order.amount);
  return (
    <ConfirmStep
      label={t("label")}
      variant="secondary"
      question={name ? t("question", { amount, name }) : t("questionNobody", { amount })}
      explanation={t("text")}
      yes={t("yes")}
      no={t("no")}
      busy={calls.busy === "cancel"}
      onYes={() => calls.run("cancel")}
    />
  );
}

function HideStep({ order, calls }: ActionProps) {
  const t = useTranslations("console.orders.actions.confirm.hide");
  const name = order.buyer?.name;
  return (
    <ConfirmStep
      label={t("label")}
      variant="secondary"
      question={name ? t("question", { name }) : t("questionNobody")}
      explanation={t("text")}
      yes={t("yes")}
      no={t("no")}
      busy={calls.busy === "hide"}
      onYes={() => calls.run("hide")}
    />
  );
}
