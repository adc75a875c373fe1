"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type RevokeStepProps = { label: string; text: string; isBusy: boolean; onRevoke: () => void };

/** Asks once more before access ends. */
export function RevokeStep({ label, text, isBusy, onRevoke }: RevokeStepProps) {
  const t = useTranslations("console.confirm");
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="quiet" className="-ml-5 justify-self-start" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Notice tone="danger" role="alert" title={text}>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={onRevoke}>
          {label}
        </Button>
        <Button variant="secondary" onClick={() => setAsking(false)}>
          {t("cancel")}
        </Button>
      </div>
    </Notice>
  );
}
