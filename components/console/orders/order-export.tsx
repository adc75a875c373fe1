"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { consoleZone } from "@/components/console/console-zone";
import { saveFile } from "@/components/console/save-file";
import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { OrdersFilter } from "@/lib/console/orders/client";
import { exportOrders } from "@/lib/console/orders/client";
import { exportReasons } from "@/lib/console/orders/rules";
import type { OrderExport } from "@/lib/console/orders/schema";
import { createLocalTime } from "@/lib/local-time";

const ids = { status: "export-status", reason: "export-reason" };

type Contacts = NonNullable<OrderExport["contacts"]>;

type Outcome = { isDone: boolean; message: string };

type ExportProps = { filter: OrdersFilter; mayContact: boolean };

export function OrderExportStep({ filter, mayContact }: ExportProps) {
  const t = useTranslations("console.orders.csv");
  const locale = useLocale();
  const refusalText = useRefusalText();
  const { busy, call } = useConfirmedCalls<"export">();
  const isBusy = busy !== null;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const download = async (contacts?: Contacts) => {
    if (!isBusy) setOutcome(null);
    const answer = await call("export", () => exportOrders(filter, { locale, ...(contacts ? { contacts } : {}) }));
    if (!answer) return false;
    const file = t("file", { day: createLocalTime(consoleZone)(new Date()).slice(0, 10) });
    if (answer.ok) saveFile(answer.body, file);
    setOutcome(
      answer.ok ? { isDone: true, message: t("done", { file }) } : { isDone: false, message: refusalText(answer) },
    );
    focusId(ids.status);
    return answer.ok;
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <ConfirmRow>
        <Button variant="secondary" busy={isBusy} onClick={() => download()}>
          {t("label")}
        </Button>
        {mayContact ? <ContactsStep isBusy={isBusy} onDownload={download} /> : null}
      </ConfirmRow>
      {isBusy ? <p role="status">{t("busy")}</p> : null}
      {outcome ? (
        <Notice
          id={ids.status}
          tone={outcome.isDone ? "positive" : "danger"}
          role={outcome.isDone ? "status" : "alert"}
          title={outcome.message}
        />
      ) : null}
    </div>
  );
}

type ContactsProps = { isBusy: boolean; onDownload: (contacts: Contacts) => Promise<boolean> };

function ContactsStep({ isBusy, onDownload }: ContactsProps) {
  const t = useTranslations("console.orders.csv");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const error = isMissing && reason === "" ? t("noReason") : null;
  const download = () => {
    const chosen = exportReasons.find((option) => option === reason);
    setMissing(!chosen);
    return chosen ? onDownload({ reason: chosen }) : focusId(ids.reason);
  };
  return (
    <ConfirmStep
      label={t("withContacts")}
      variant="secondary"
      question={t("question")}
      explanation={t("text")}
      yes={t("yes")}
      no={t("no")}
      busy={isBusy}
      onYes={download}
    >
      <Field id={ids.reason} label={t("reason")} error={error}>
        <select
          {...controlProps(ids.reason, { error })}
          className={controlClass}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        >
          <option value="">{t("choose")}</option>
          {exportReasons.map((option) => (
            <option key={option} value={option}>
              {t(`reasons.${option}`)}
            </option>
          ))}
        </select>
      </Field>
    </ConfirmStep>
  );
}
