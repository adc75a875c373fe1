import { useTranslations } from "next-intl";

import { ConfirmStep } from "@/components/ui/confirm-step";

import type { ButtonState } from "./use-actions";

type RevokeStepProps = ButtonState & {
  subject: "people" | "tablets";
  /** The person's or tablet's name. */
  name: string;
  /** A further step to take, after the explanation. */
  advice?: string;
  onRevoke: () => unknown;
};

export function RevokeStep({ subject, name, advice, busy, disabled, onRevoke }: RevokeStepProps) {
  const t = useTranslations(`console.${subject}`);
  const tConfirm = useTranslations("console.confirm");
  return (
    <div className="grid grid-cols-1 justify-items-start [&>fieldset]:w-full">
      <ConfirmStep
        label={t("revoke")}
        variant="secondary"
        question={t("revokeQuestion", { name })}
        explanation={advice ? `${t("revokeText")} ${advice}` : t("revokeText")}
        yes={t("revoke")}
        no={tConfirm("cancel")}
        busy={busy}
        isDisabled={disabled}
        onYes={onRevoke}
      />
    </div>
  );
}
