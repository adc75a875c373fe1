"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";

import { consoleZone } from "@/components/console/console-zone";
import { useActions } from "@/components/console/use-actions";
import { Card } from "@/components/ui/card";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { useFormatters } from "@/components/ui/use-formatters";
import { maxReasonLength } from "@/lib/draws/cancel/rules";
import { drawListQuery } from "@/lib/draws/client";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import {
  approveCancellation,
  cancellationQuery,
  proposeCancellation,
  withdrawCancellation,
} from "@/lib/refunds/client";
import type { CancellationMoney, OrderSum, ProposalView } from "@/lib/refunds/rules.cancelled";

import { CancellationProgress } from "./cancellation-progress";

type ActionName = "propose" | "approve" | "withdraw";

/** Cancels a draw in two steps, by two people, and then shows how far its money is. */
export function Cancellation({ drawId }: { drawId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery(cancellationQuery(drawId));
  const actions = useActions<ActionName>(async () => {
    await queries.invalidateQueries({ queryKey: cancellationQuery(drawId).queryKey });
    await queries.invalidateQueries({ queryKey: drawListQuery().queryKey });
  });
  const { cancelledAt, proposal, isPossible, money } = data ?? {};
  if (!money) return null;
  return (
    <>
      {actions.outcome}
      {cancelledAt ? <CancellationProgress drawId={drawId} money={money} /> : null}
      {proposal ? <Waiting drawId={drawId} proposal={proposal} money={money} actions={actions} /> : null}
      {isPossible && !proposal ? (
        <ConfirmRow>
          <ProposeStep drawId={drawId} money={money} actions={actions} />
        </ConfirmRow>
      ) : null}
    </>
  );
}

type StepProps = {
  drawId: string;
  money: CancellationMoney;
  actions: ReturnType<typeof useActions<ActionName>>;
};

const reasonField = "cancellation-reason";

function ProposeStep({ drawId, money, actions }: StepProps) {
  const t = useTranslations("console.draws.cancellation");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const error = isMissing && reason.trim() === "" ? t("reasonMissing") : null;
  const propose = async () => {
    setMissing(true);
    if (reason.trim() === "") return focusId(reasonField);
    const answer = await actions.run(
      "propose",
      () => proposeCancellation(drawId, reason),
      () => t("proposed"),
    );
    return answer?.ok;
  };
  return (
    <ConfirmStep
      label={t("label")}
      variant="quiet"
      question={t("question")}
      yes={t("propose")}
      no={t("no")}
      busy={actions.getButtonState("propose").busy}
      onYes={propose}
    >
      <Effects money={money} isProposal />
      <Field id={reasonField} label={t("reason")} hint={t("reasonHint")} error={error}>
        <textarea
          {...controlProps(reasonField, { hint: t("reasonHint"), error })}
          rows={2}
          maxLength={maxReasonLength}
          className={`${controlClass} py-2`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmStep>
  );
}

/** Says exactly what a cancellation does. */
function Effects({ money, isProposal = false }: { money: CancellationMoney; isProposal?: boolean }) {
  const t = useTranslations("console.draws.cancellation.effects");
  const { number, shortDollars } = useFormatters();
  const values = ({ orders, amount }: OrderSum) => ({
    count: orders,
    formatted: number(orders),
    amount: shortDollars(amount),
  });
  const { waiting, refused, cash } = money;
  const card = { orders: waiting.orders + refused.orders, amount: waiting.amount + refused.amount };
  return (
    <ul className="grid list-disc grid-cols-1 gap-1 pl-5">
      <li>{t("sales")}</li>
      <li>{t("card", values(card))}</li>
      <li>{t("cash", values(cash))}</li>
      <li>{t("mail")}</li>
      {isProposal ? <li>{t("second")}</li> : null}
    </ul>
  );
}

function Waiting({ drawId, money, proposal, actions }: StepProps & { proposal: ProposalView }) {
  const t = useTranslations("console.draws.cancellation");
  const tConsole = useTranslations("console");
  const locale = useLocale();
  const { number, reason, proposer, proposedAt, endsAt, isOwn } = proposal;
  const format = (at: string) => formatInstant(at, locale, consoleZone, "stamp");
  const approve = async () => {
    const answer = await actions.run(
      "approve",
      () => approveCancellation(drawId, number),
      () => t("approve.done"),
    );
    return answer?.ok;
  };
  const withdraw = async () => {
    const answer = await actions.run(
      "withdraw",
      () => withdrawCancellation(drawId, number),
      () => t("withdraw.done"),
    );
    return answer?.ok;
  };
  return (
    <Card aria-labelledby="cancellation" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="cancellation" className="text-xl">
          {t("waiting.title")}
        </h2>
        <p className="wrap-anywhere">{t("waiting.by", { name: proposer ?? "", time: format(proposedAt), reason })}</p>
        <p className="text-muted">{t("waiting.ends", { time: format(endsAt) })}</p>
        {isOwn ? <p>{t("waiting.own")}</p> : null}
      </div>
      <ConfirmRow>
        {isOwn ? null : (
          <ConfirmStep
            label={t("approve.label")}
            question={t("approve.question")}
            yes={t("approve.yes")}
            no={t("no")}
            busy={actions.getButtonState("approve").busy}
            onYes={approve}
          >
            <Effects money={money} />
          </ConfirmStep>
        )}
        <ConfirmStep
          label={t("withdraw.label")}
          variant="secondary"
          question={t("withdraw.question")}
          yes={t("withdraw.label")}
          no={tConsole("confirm.cancel")}
          busy={actions.getButtonState("withdraw").busy}
          onYes={withdraw}
        />
      </ConfirmRow>
    </Card>
  );
}
