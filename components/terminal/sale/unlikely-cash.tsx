import { useTranslations } from "next-intl";
import { useEffect } from "react";

import { useWords } from "@/components/order-form/use-words";
import { useArmed } from "@/components/terminal/shell/use-armed";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";

type UnlikelyCashProps = {
  givenCents: number;
  changeCents: number;
  isBusy: boolean;
  isStopped: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** Asks whether somebody really gave so much; what was pressed to come here does not answer it. */
export function UnlikelyCash({ givenCents, changeCents, isBusy, isStopped, onYes, onNo }: UnlikelyCashProps) {
  const t = useTranslations("terminalSale.cash.unlikely");
  const { money } = useWords();
  const isArmed = useArmed();
  useEffect(() => focusId("cash-unlikely"), []);
  const amount = money(givenCents);
  return (
    <fieldset
      aria-labelledby="cash-unlikely"
      className="grid gap-3 rounded-control border-2 border-line-strong bg-raised p-4"
    >
      <div>
        <p id="cash-unlikely" tabIndex={-1} className="font-bold text-lg leading-snug">
          {t("question", { amount })}
        </p>
        <p className="mt-1">{t("change", { change: money(changeCents) })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={onNo}>
          {t("no")}
        </Button>
        <Button variant="secondary" busy={isBusy} disabled={isStopped || !isArmed} onClick={onYes}>
          {t("yes", { amount })}
        </Button>
      </div>
    </fieldset>
  );
}
