"use client";

import { useTranslations } from "next-intl";

import { ConfirmStep } from "@/components/terminal/shell/confirm-step";

type DeleteRegistrationProps = { isBusy: boolean; onDelete: () => Promise<unknown> };

/** Ends the registration of this browser, once somebody confirmed it. */
export function DeleteRegistration({ isBusy, onDelete }: DeleteRegistrationProps) {
  const t = useTranslations("registration.delete");
  return (
    <div className="justify-self-start">
      <ConfirmStep
        label={t("open")}
        variant="secondary"
        question={t("title")}
        explanation={t("text")}
        yes={t(isBusy ? "deleting" : "confirm")}
        no={t("keep")}
        busy={isBusy}
        onYes={onDelete}
      />
    </div>
  );
}
