"use client";

import { useLocale, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useCallback, useRef, useState } from "react";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { Notice } from "@/components/ui/notice";
import { Queries } from "@/components/ui/queries";
import { useFormatters } from "@/components/ui/use-formatters";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { gatewayZone } from "@/lib/reconciliation/rules.day";
import { openSession } from "@/lib/verification/client";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import { isNotRefunded } from "@/lib/verification/rules.verification";
import type { VerifiedDraw } from "@/lib/verification/view-verification";
import { CheckList } from "./check-list";
import { PaymentArea } from "./payment-area";
import { useVerification } from "./use-verification";

/** A key opens a session of half an hour. A person uses the console's. */
export type OpenedBy = "key" | "person";

type VerificationProps = { initialSession: OpenedBy | null; offer: ApplePayOffer | null; isDemo: boolean };

type Session = "none" | "ended" | OpenedBy;

export function Verification({ initialSession, offer, isDemo }: VerificationProps) {
  const [session, setSession] = useState<Session>(initialSession ?? "none");
  if (session === "none" || session === "ended") {
    return <KeyForm hasEnded={session === "ended"} onOpened={() => setSession("key")} />;
  }
  return (
    // A new client per session, because its data must not remain for the next.
    <Queries>
      <PasskeyConfirmationProvider>
        <VerificationConsole
          offer={offer}
          isDemo={isDemo}
          openedBy={session}
          onEnded={() => setSession("ended")}
          onSignedOut={() => setSession("none")}
        />
      </PasskeyConfirmationProvider>
    </Queries>
  );
}

type KeyFormProps = { hasEnded: boolean; onOpened: () => void };

function KeyForm({ hasEnded, onOpened }: KeyFormProps) {
  const t = useTranslations("verification.signIn");
  const reasons = useTranslations("reasons");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function refuse(message: string) {
    setError(message);
    input.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const key = input.current?.value.trim() ?? "";
    if (isBusy) return;
    if (key === "") return refuse(t("required"));
    setBusy(true);
    const answer = await openSession(key);
    setBusy(false);
    if (answer.ok) return onOpened();
    refuse(reasons(answer.reason));
  }

  const hint = t("hint");
  return (
    <Card aria-labelledby="sign-in" className="grid gap-5">
      <h2 id="sign-in" className="flex items-center gap-2 text-xl">
        <Icon name="lock" className="size-5 text-muted" />
        {t("heading")}
      </h2>
      {hasEnded ? <Notice tone="warning" role="status" title={t("ended")} /> : null}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field id="verification-key" label={t("key")} hint={hint} error={error}>
          <input
            {...controlProps("verification-key", { hint, error })}
            ref={input}
            type="password"
            autoComplete="off"
            maxLength={512}
            required
            className={controlClass}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy}>
            {t(isBusy ? "submitting" : "submit")}
          </Button>
          <ConsoleLink>{t("console")}</ConsoleLink>
        </div>
      </form>
    </Card>
  );
}

/** Loads a whole page, which finds the console's session. */
function ConsoleLink({ children }: { children: string }) {
  return (
    <a href={localizedPath(useLocale(), "/console")} className={buttonClass("secondary")}>
      {children}
    </a>
  );
}

type ConsoleProps = {
  offer: ApplePayOffer | null;
  isDemo: boolean;
  openedBy: OpenedBy;
  onEnded: () => void;
  onSignedOut: () => void;
};

type DrawChoiceProps = { draws: VerifiedDraw[]; drawId: string; choose: (drawId: string) => void };

function DrawChoice({ draws, drawId, choose }: DrawChoiceProps) {
  const t = useTranslations("verification");
  const locale = useLocale();
  return (
    <Field id="verification-draw" label={t("draw")}>
      <select
        id="verification-draw"
        className={controlClass}
        value={drawId}
        onChange={(event) => choose(event.target.value)}
      >
        {draws.map(({ instanceId, title }) => (
          <option key={instanceId} value={instanceId}>
            {`${localText(title, locale).text} (${instanceId})`}
          </option>
        ))}
      </select>
    </Field>
  );
}

function VerificationConsole({ offer, isDemo, openedBy, onEnded, onSignedOut }: ConsoleProps) {
  const t = useTranslations("verification");
  const handleEnded = useCallback(() => onEnded(), [onEnded]);
  const verification = useVerification(handleEnded);
  const { view, drawId, checks } = verification;
  const [latest] = view?.payments ?? [];
  const signOut = async () => {
    const answer = await verification.signOut();
    if (answer.ok) onSignedOut();
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        {view && drawId ? <DrawChoice draws={view.draws} drawId={drawId} choose={verification.choose} /> : <span />}
        {openedBy === "person" ? (
          <ConsoleLink>{t("console")}</ConsoleLink>
        ) : (
          <Button variant="secondary" onClick={signOut}>
            {t("signOut")}
          </Button>
        )}
      </div>
      {view && !drawId ? <Notice tone="warning" title={t("noDraws")} /> : null}
      {drawId ? <CheckList checks={checks} onAgain={verification.checkAgain} /> : null}
      {view && drawId && offer ? (
        <PaymentArea
          offer={offer}
          isDemo={isDemo}
          amount={view.amount}
          drawId={drawId}
          isRefunded={latest?.state === "approved" && !isNotRefunded(latest)}
          onSettled={verification.reload}
        />
      ) : null}
      {view ? <PaymentList payments={view.payments} refundPayment={verification.refundPayment} /> : null}
    </>
  );
}

type RefundPayment = (payment: VerificationPayment) => Promise<boolean>;

function getStateMark({ state, refund }: VerificationPayment): { icon: IconName; mark: string } {
  if (refund?.state === "done") return { icon: "check-circle", mark: "text-positive" };
  if (state === "asking" || refund?.state === "under-way") return { icon: "clock", mark: "text-warning" };
  return state === "approved" ? { icon: "card", mark: "text-ink" } : { icon: "x", mark: "text-muted" };
}

function PaymentRow({ payment, refundPayment }: { payment: VerificationPayment; refundPayment: RefundPayment }) {
  const t = useTranslations("verification.payments");
  const { dollars } = useFormatters();
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const { state, refund, transactionId } = payment;
  const { icon, mark } = getStateMark(payment);
  const amount = dollars(payment.amount);
  const at = formatInstant(payment.sentAt, useLocale(), gatewayZone, "dated");
  const handleRefund = async () => {
    setBusy(true);
    setFailed(!(await refundPayment(payment)));
    setBusy(false);
  };
  return (
    <li className="flex gap-3 py-4">
      <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${mark}`} />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{`${t(`state.${state}`)}${refund ? ` · ${t(`refund.${refund.state}`)}` : ""}`}</span>
          <span className="tabular">{amount}</span>
        </p>
        <p className="text-muted text-sm">
          <span>{`${at} · ${payment.instanceId} · `}</span>
          <span className="whitespace-nowrap">{payment.orderNumber}</span>
          {transactionId ? <span>{` · ${t("row", { id: transactionId })}`}</span> : null}
        </p>
        {isFailed ? <Notice tone="danger" role="alert" title={t("refundFailed")} /> : null}
        {isNotRefunded(payment) ? (
          <Button variant="secondary" busy={isBusy} onClick={handleRefund} className="justify-self-start">
            {isBusy ? t("givingBack") : t("giveBack", { amount })}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function PaymentList({ payments, refundPayment }: { payments: VerificationPayment[]; refundPayment: RefundPayment }) {
  const t = useTranslations("verification.payments");
  const unrefundedCount = payments.filter(isNotRefunded).length;
  return (
    <Card aria-labelledby="payments" className="grid grid-cols-1 gap-3">
      <h2 id="payments" className="text-xl">
        {t("heading")}
      </h2>
      {unrefundedCount > 0 ? <Notice tone="warning" title={t("open", { count: unrefundedCount })} /> : null}
      {payments.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <PaymentRow key={payment.instanceId + payment.orderNumber} payment={payment} refundPayment={refundPayment} />
        ))}
      </ul>
    </Card>
  );
}
