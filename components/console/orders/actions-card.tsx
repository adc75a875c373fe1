"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { Notice } from "@/components/ui/notice";
import type { ConsoleAction, ConsoleOrder } from "@/lib/console/orders/rules.order";
import { CorrectForm } from "./correct-form";
import { NoteForm } from "./note-form";
import { RefundStep } from "./refund-step";
import { SettleSteps } from "./settle-steps";
import type { Contact } from "./use-contact";
import { countBuyerChanges } from "./use-contact";
import type { ActionProps } from "./use-order-calls";
import { outcomeId, useOrderCalls } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

type ActionsCardProps = { order: ConsoleOrder; contact: Contact; reload: () => Promise<void> };

/** The actions that the order's state and the person's rights allow. An action that can't be undone asks first. */
export function ActionsCard({ order, contact, reload }: ActionsCardProps) {
  const t = useTranslations("console.orders.actions");
  const calls = useOrderCalls(order, reload);
  const { outcome } = calls;
  const isOffered = (action: ConsoleAction) => order.actions.includes(action);
  const actionProps = { order, calls };
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
      {/* A new key closes an open step, because the order is no longer as the step described it. */}
      <ConfirmRow key={`${order.status} ${order.refunds.length} ${order.isHidden}`}>
        <SimpleActions {...actionProps} />
        {isOffered("refund") ? <RefundStep {...actionProps} /> : null}
        {isOffered("cancel") ? <CancelStep {...actionProps} /> : null}
        {isOffered("hide") ? <HideStep {...actionProps} /> : null}
      </ConfirmRow>
      {isOffered("note") ? (
        <Disclosure title={t("note")}>
          <NoteForm calls={calls} />
        </Disclosure>
      ) : null}
      {isOffered("correct") ? (
        <CorrectionDisclosure key={countBuyerChanges(order)} {...actionProps} contact={contact} />
      ) : null}
      {isOffered("settle") ? (
        <Disclosure title={t("settle")}>
          <SettleSteps key={order.status} {...actionProps} />
        </Disclosure>
      ) : null}
    </Card>
  );
}

function Disclosure({ title, onOpen, children }: { title: string; onOpen?: () => void; children: ReactNode }) {
  return (
    <details
      className="border-line border-t pt-2"
      onToggle={({ currentTarget }) => (currentTarget.open ? onOpen?.() : undefined)}
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-3">{children}</div>
    </details>
  );
}

/** Opening it shows the contact details, so that somebody sees what they correct. A correction closes it. */
function CorrectionDisclosure({ order, calls, contact }: ActionProps & { contact: Contact }) {
  const t = useTranslations("console.orders");
  const { details, problem, isBusy, show } = contact;
  const mayShow = order.actions.includes("contact");
  return (
    <Disclosure title={t("actions.correct")} onOpen={() => (mayShow && !details && !isBusy ? show() : undefined)}>
      {details || !mayShow ? <CorrectForm details={details} buyer={order.buyer} calls={calls} /> : null}
      {mayShow && !details && !problem ? <p role="status">{t("actions.correctLoading")}</p> : null}
      {mayShow && !details && problem ? (
        <>
          <p className="text-danger">{problem}</p>
          <Button variant="secondary" busy={isBusy} onClick={show} className="justify-self-start">
            {t("buyer.show")}
          </Button>
        </>
      ) : null}
    </Disclosure>
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
