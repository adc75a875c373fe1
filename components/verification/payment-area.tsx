import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ApplePayApi } from "@/components/payment/apple-pay/apple-pay-api";
import { loadApplePay } from "@/components/payment/apple-pay/apple-pay-api";
import { contactKeys } from "@/components/payment/apple-pay/contact-keys";
import { Card } from "@/components/ui/card";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import { useNumbers } from "@/components/ui/use-numbers";
import { useReloadHold } from "@/components/ui/use-reload-hold";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

import type { SheetOutcome } from "./verification-sheet";
import { runVerificationSheet } from "./verification-sheet";

type PaymentAreaProps = {
  offer: ApplePayOffer;
  isDemo: boolean;
  /** In dollars. */
  amount: number;
  drawId: string;
  /** The latest payment's money is back, or on its way. */
  isRefunded: boolean;
  onSettled: () => void;
};

const tones: Record<SheetOutcome["kind"], NoticeTone> = {
  paid: "positive",
  cancelled: "info",
  failed: "danger",
  unavailable: "danger",
  unknown: "warning",
};

/** Apple Pay of this browser: undefined until it is known. */
function useApplePayApi(offer: ApplePayOffer): ApplePayApi | null | undefined {
  const [api, setApi] = useState<ApplePayApi | null>();
  useEffect(() => {
    loadApplePay(offer).then(setApi, () => setApi(null));
  }, [offer]);
  return api;
}

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

type PayButtonProps = Omit<PaymentAreaProps, "isDemo"> & { api: ApplePayApi };

function PayButton({ api, offer, amount, drawId, isRefunded, onSettled }: PayButtonProps) {
  const t = useTranslations("verification.pay");
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SheetOutcome | null>(null);
  useReloadHold(isBusy);
  const textOf = ({ field }: ContactProblem) => t(`required.${contactKeys[field]}`);
  const press = async () => {
    const sheet = runVerificationSheet({ api, offer, drawId, amount, label: t("sheetItem"), textOf });
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
        onClick={isBusy ? undefined : press}
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

/** A small real payment by Apple Pay, where it works. */
export function PaymentArea({ offer, isDemo, amount, ...rest }: PaymentAreaProps) {
  const t = useTranslations("verification.pay");
  const money = useNumbers().dollars(amount);
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
