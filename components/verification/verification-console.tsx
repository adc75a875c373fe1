import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { localText } from "@/lib/local-text";
import { isNotRefunded } from "@/lib/verification/rules.verification";
import type { VerifiedDraw } from "@/lib/verification/view-verification";

import { CheckList } from "./check-list";
import { PaymentArea } from "./payment-area";
import { PaymentList } from "./payment-list";
import { useVerification } from "./use-verification";

type ConsoleProps = { offer: ApplePayOffer | null; isDemo: boolean; onEnded: () => void; onSignedOut: () => void };

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

/** All that a signed-in admin verifies, for the account of one draw at a time. */
export function VerificationConsole({ offer, isDemo, onEnded, onSignedOut }: ConsoleProps) {
  const t = useTranslations("verification");
  const ended = useCallback(() => onEnded(), [onEnded]);
  const verification = useVerification(ended);
  const { view, drawId, checks } = verification;
  const [latest] = view?.payments ?? [];
  const signOut = async () => {
    const done = await verification.signOut();
    if (done.ok) onSignedOut();
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        {view && drawId ? <DrawChoice draws={view.draws} drawId={drawId} choose={verification.choose} /> : <span />}
        <Button variant="secondary" onClick={signOut}>
          {t("signOut")}
        </Button>
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
      {view ? <PaymentList payments={view.payments} giveBack={verification.giveBack} /> : null}
    </>
  );
}
