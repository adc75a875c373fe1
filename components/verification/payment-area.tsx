import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ApplePayApi, AuthorizedPayment } from "@/components/payment/apple-pay/apple-pay-api";
import { loadApplePay } from "@/components/payment/apple-pay/apple-pay-api";
import type { OpenSheet } from "@/components/payment/apple-pay/apple-pay-sheet";
import { openSheet } from "@/components/payment/apple-pay/apple-pay-sheet";
import { contactKeys } from "@/components/payment/apple-pay/contact-keys";
import { Card } from "@/components/ui/card";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { useFormatters } from "@/components/ui/use-formatters";
import { validateMerchant } from "@/lib/gateways/apple-pay/client";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import { toBillingDetails } from "@/lib/gateways/apple-pay/rules.contacts";
import { createAppleOrderNumber, toApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import { provinceCodes } from "@/lib/postal-address";
import { payVerification } from "@/lib/verification/client";

type PaymentAreaProps = {
  offer: ApplePayOffer;
  isDemo: boolean;
  amount: number;
  drawId: string;
  isRefunded: boolean;
  onSettled: () => void;
};

export function PaymentArea({ offer, isDemo, amount, ...rest }: PaymentAreaProps) {
  const t = useTranslations("verification.pay");
  const money = useFormatters().dollars(amount);
  const api = useApplePayApi(offer);
  return (
    <Card aria-labelledby="pay" className="grid grid-cols-1 gap-4">
      <h2 id="pay" className="text-xl">
        {t("heading")}
      </h2>
      <p className="max-w-prose">{t(isDemo ? "demoText" : "text", { amount: money })}</p>
      {api ? <PayButton api={api} offer={offer} amount={amount} {...rest} /> : null}
      {api === null ? <Notice tone="warning" title={t("unavailable")} /> : null}
    </Card>
  );
}

function useApplePayApi(offer: ApplePayOffer): ApplePayApi | null | undefined {
  const [api, setApi] = useState<ApplePayApi | null>();
  useEffect(() => {
    loadApplePay(offer).then(setApi, () => setApi(null));
  }, [offer]);
  return api;
}

type PayButtonProps = Omit<PaymentAreaProps, "isDemo"> & { api: ApplePayApi };

/** A payment that is `unknown` must not be paid again. */
type SheetOutcome = { kind: "paid" | "cancelled" | "unavailable" | "unknown" } | { kind: "failed"; reason: string };

function PayButton({ api, offer, amount, drawId, isRefunded, onSettled }: PayButtonProps) {
  const t = useTranslations("verification.pay");
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SheetOutcome | null>(null);
  useReloadHold(isBusy);
  const getProblemText = ({ field }: ContactProblem) => t(`required.${contactKeys[field]}`);
  const pay = async () => {
    const sheet = requestPayment({ api, offer, drawId, amount, label: t("sheetItem"), getProblemText });
    setBusy(true);
    setOutcome(null);
    setOutcome(await sheet);
    setBusy(false);
    onSettled();
  };
  return (
    <>
      <button
        type="button"
        lang={htmlLanguage(locale)}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : pay}
        className="apple-pay-button max-w-sm"
      >
        {t("button")}
      </button>
      {isBusy ? (
        <p role="status" className="text-muted">
          {t("working")}
        </p>
      ) : null}
      {outcome && !(outcome.kind === "paid" && isRefunded) ? <OutcomeNotice outcome={outcome} /> : null}
    </>
  );
}

/** `amount` is in dollars. `label` is the sheet's line. */
type PaymentRequest = {
  api: ApplePayApi;
  offer: ApplePayOffer;
  drawId: string;
  amount: number;
  label: string;
  getProblemText: (problem: ContactProblem) => string;
};

/** Must run synchronously in the click. Never rejects. */
function requestPayment(request: PaymentRequest): Promise<SheetOutcome> {
  return new Promise<SheetOutcome>((resolve) => openPaymentSheet(request, resolve)).catch((error: unknown) => {
    console.error("Apple Pay did not open.", error);
    return { kind: "unavailable" };
  });
}

/** Opens the sheet within the click and charges once authorized. Throws what Apple's session throws. */
function openPaymentSheet(request: PaymentRequest, onOutcome: (outcome: SheetOutcome) => void): void {
  const { offer, amount, label, getProblemText } = request;
  const cents = toCents(amount);
  const sheetContent = createSheetRequest({ label: offer.displayName, cents }, [{ label, cents }]);
  const sheet: OpenSheet = openSheet(
    request.api,
    { request: sheetContent, provinces: provinceCodes, getProblemText },
    {
      async onValidate(validationURL) {
        const merchant = await validateMerchant(validationURL, offer.displayName);
        if (sheet.phase() !== "validating") return;
        if (merchant.ok) return sheet.present(merchant.merchantSession);
        sheet.abort();
        onOutcome({ kind: "unavailable" });
      },
      async onAuthorized(payment) {
        const outcome = await charge(request, payment);
        sheet.finish(outcome.kind === "paid");
        onOutcome(outcome);
      },
      onCancelled: () => onOutcome({ kind: "cancelled" }),
      onUnavailable: () => onOutcome({ kind: "unavailable" }),
      onLost: () => onOutcome({ kind: "unknown" }),
    },
  );
}

/** These charged nothing, although their status is 503. */
const unchargedReasons = new Set<string>(["payment-unavailable", "apple-pay-unavailable", "app-check-unavailable"]);

async function charge(request: PaymentRequest, payment: AuthorizedPayment): Promise<SheetOutcome> {
  const { amount, drawId, offer } = request;
  const answer = await payVerification(
    drawId,
    toApplePayPayment({
      amount,
      orderNumber: createAppleOrderNumber(null, serverNow()),
      merchantId: offer.merchantId,
      token: payment.token,
      billing: toBillingDetails(payment),
    }),
  );
  if (answer.ok) return { kind: answer.isPaid ? "paid" : "unknown" };
  const isUnknown = answer.reason === "unreachable" || (answer.status ?? 0) >= 500;
  const isRefused = unchargedReasons.has(answer.reason);
  return isUnknown && !isRefused ? { kind: "unknown" } : { kind: "failed", reason: answer.reason };
}

const tones: Record<SheetOutcome["kind"], NoticeTone> = {
  paid: "positive",
  cancelled: "info",
  failed: "danger",
  unavailable: "danger",
  unknown: "warning",
};

function OutcomeNotice({ outcome }: { outcome: SheetOutcome }) {
  const t = useTranslations("verification.pay");
  const reasons = useTranslations("reasons");
  const { kind } = outcome;
  const reason = kind === "failed" ? outcome.reason : null;
  return (
    <Notice tone={tones[kind]} role={kind === "paid" ? "status" : "alert"} title={t(kind)}>
      {reason ? <p>{reasons(reasons.has(reason as "declined") ? (reason as "declined") : "internal-error")}</p> : null}
    </Notice>
  );
}
