"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { Notice } from "@/components/ui/notice";
import type { ConsoleAction } from "@/lib/console/orders/rules.order";
import { CorrectForm } from "./correct-form";
import { NoteForm } from "./note-form";
import { ReceiptForm } from "./receipt-form";
import { RefundStep } from "./refund-step";
import { SettleSteps } from "./settle-steps";
import type { Contact } from "./use-contact";
import { countBuyerChanges } from "./use-contact";
import type { OpenAction } from "./use-open-action";
import type { ActionProps } from "./use-order-calls";
import { outcomeId } from "./use-order-calls";
import { useOrderText } from "./use-order-text";

type ActionsCardProps = ActionProps & { contact: Contact; openAction: OpenAction };

/** The actions that the order's state and the person's rights allow. An action that can't be undone asks first. */
export function ActionsCard({ order, calls, contact, openAction }: ActionsCardProps) {
  const t = useTranslations("console.orders");
  const { outcome } = calls;
  const isOffered = (action: ConsoleAction) => order.actions.includes(action);
  const actionProps = { order, calls };
  const disclose = (action: ConsoleAction, title: string, content: ReactNode) =>
    isOffered(action) ? (
      <Disclosure title={title} action={action} openAction={openAction}>
        {content}
      </Disclosure>
    ) : null;
  return (
    <Card aria-labelledby="actions" className="grid grid-cols-1 gap-4">
      <h2 id="actions" className="text-xl">
        {t("actions.title")}
      </h2>
      {outcome ? (
        <Notice
          id={outcomeId}
          tone={outcome.tone}
          role={outcome.tone === "danger" ? "alert" : "status"}
          title={outcome.message}
        />
      ) : null}
      <ConfirmRow
        chosen={{ openId: openAction.openId, setOpenId: (id) => openAction.open(id as ConsoleAction | null) }}
      >
        <SimpleActions {...actionProps} openAction={openAction} />
        {isOffered("refund") ? <RefundStep {...actionProps} /> : null}
        {isOffered("cancel") ? <CancelStep {...actionProps} /> : null}
        {isOffered("hide") ? <HideStep {...actionProps} /> : null}
      </ConfirmRow>
      {disclose("correct", t("actions.correct"), <Correction {...actionProps} contact={contact} />)}
      {disclose("note", t("actions.note"), <NoteForm calls={calls} />)}
      {order.wins.length === 0 ? disclose("match-receipt", t("receipt.title"), <ReceiptForm order={order} />) : null}
      {disclose("settle", t("actions.settle"), <SettleSteps key={order.status} {...actionProps} />)}
    </Card>
  );
}

type DisclosureProps = { title: string; action: ConsoleAction; openAction: OpenAction; children: ReactNode };

/** What is typed stays while another action is open. */
function Disclosure({ title, action, openAction: { openId, open }, children }: DisclosureProps) {
  const isOpen = openId === action;
  return (
    <details
      open={isOpen}
      className="border-line border-t pt-2"
      onToggle={({ currentTarget }) => (currentTarget.open === isOpen ? null : open(isOpen ? null : action))}
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-3">{children}</div>
    </details>
  );
}

/** Shows the contact details, so that somebody sees what they correct. After a correction the form begins anew. */
function Correction({ order, calls, contact }: ActionProps & { contact: Contact }) {
  const t = useTranslations("console.orders");
  const { details, problem, isBusy, show } = contact;
  if (details || !order.actions.includes("contact")) {
    return <CorrectForm key={countBuyerChanges(order)} details={details} buyer={order.buyer} calls={calls} />;
  }
  if (!problem) return <p role="status">{t("actions.correctLoading")}</p>;
  return (
    <>
      <p className="text-danger">{problem}</p>
      <Button variant="secondary" busy={isBusy} onClick={show} className="justify-self-start">
        {t("buyer.show")}
      </Button>
    </>
  );
}

function SimpleActions({ order, calls: { busy, run }, openAction }: ActionProps & { openAction: OpenAction }) {
  const t = useTranslations("console.orders.actions");
  const start = (call: "check" | "resend") => {
    openAction.open(null);
    return run(call);
  };
  return (["check", "resend"] as const)
    .filter((call) => order.actions.includes(call))
    .map((call) => (
      <Button key={call} variant="secondary" busy={busy === call} onClick={() => start(call)}>
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
      id={"cancel" satisfies ConsoleAction}
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
      id={"hide" satisfies ConsoleAction}
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
