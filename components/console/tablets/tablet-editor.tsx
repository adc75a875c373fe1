"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";

import { RevokeStep } from "@/components/console/revoke-step";
import { useMoment, useTroubleWords } from "@/components/console/use-console-words";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useNumbers } from "@/components/ui/use-numbers";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { changeDevice, devicesQuery, renewDevice, revokeDevice } from "@/lib/terminal/device/client.admin";
import type { IssuedDevice } from "@/lib/terminal/device/rules.registration";
import { deviceNameOf, printerChoices } from "@/lib/terminal/device/rules.registration";
import type { ListedDevice } from "@/lib/terminal/summary/rules";
import { netOf } from "@/lib/terminal/summary/rules.sums";

import { SetupLink } from "./setup-link";

/** What was done last: saved, a setup link, or why not. */
type Outcome = { kind: "saved" } | { kind: "issued"; issued: IssuedDevice } | { kind: "refused"; refusal: CallRefusal };

type Act = <Body>(
  work: () => Promise<{ ok: true; body: Body } | CallRefusal>,
  toOutcome: (body: Body) => Outcome,
) => Promise<void>;

function useTabletAct() {
  const runConfirmed = usePasskeyConfirmation();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const act: Act = async (work, toOutcome) => {
    setBusy(true);
    setOutcome(null);
    const answer = await runConfirmed(work);
    await queries.invalidateQueries({ queryKey: devicesQuery().queryKey });
    setOutcome(answer.ok ? toOutcome(answer.body) : { kind: "refused", refusal: answer });
    setBusy(false);
  };
  return { isBusy, outcome, act };
}

export function TabletEditor({ id, device }: { id: string; device: ListedDevice }) {
  const t = useTranslations("console.tablets");
  const { isBusy, outcome, act } = useTabletAct();
  const { deviceId, listsOthers, state } = device;
  const saved = (): Outcome => ({ kind: "saved" });
  return (
    <div
      id={id}
      className="grid grid-cols-1 gap-5 rounded-control border border-line bg-sunken p-4"
      aria-busy={isBusy || undefined}
    >
      <TabletFacts device={device} />
      <EditorOutcome outcome={outcome} />
      {state === "revoked" ? null : (
        <>
          <div>
            <label className="tick font-medium">
              <input
                type="checkbox"
                checked={listsOthers}
                disabled={isBusy}
                aria-describedby={`${id}-lists-others`}
                onChange={() => act(() => changeDevice(deviceId, { listsOthers: !listsOthers }), saved)}
              />
              <span>{t("listsOthers")}</span>
            </label>
            <p id={`${id}-lists-others`} className="hint pl-9">
              {t("listsOthersText")}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="secondary"
              busy={isBusy}
              onClick={() =>
                act(
                  () => renewDevice(deviceId),
                  (issued) => ({ kind: "issued", issued }),
                )
              }
            >
              {t("renew")}
            </Button>
            <p className="text-muted text-sm">{t("renewText")}</p>
          </div>
          <RevokeStep
            label={t("revoke")}
            text={t("revokeText", { name: deviceNameOf(device) })}
            isBusy={isBusy}
            onRevoke={() => act(() => revokeDevice(deviceId), saved)}
          />
        </>
      )}
    </div>
  );
}

function EditorOutcome({ outcome }: { outcome: Outcome | null }) {
  const t = useTranslations("console.tablets");
  const wordsOf = useTroubleWords();
  if (!outcome) return null;
  if (outcome.kind === "issued") return <SetupLink key={outcome.issued.link} issued={outcome.issued} />;
  if (outcome.kind === "saved") return <Notice tone="positive" role="status" title={t("saved")} />;
  return <Notice tone="danger" role="alert" title={wordsOf(outcome.refusal)} />;
}

function TabletFacts({ device }: { device: ListedDevice }) {
  const t = useTranslations("console.tablets");
  const methods = useTranslations("terminal.today.methods");
  const printers = useTranslations("registration.printers");
  const momentOf = useMoment();
  const { dollars } = useNumbers();
  const { deviceId, registeredAt, codeExpiresAt, revokedAt, printer, state, today } = device;
  const choice = printerChoices.find((name) => name === printer);
  const facts: [string, string][] = [
    [t("id"), deviceId],
    [t("setUp"), registeredAt ? momentOf(registeredAt) : t("notSetUp")],
    ...(state === "waiting" ? [[t("linkUntil"), momentOf(codeExpiresAt)] as [string, string]] : []),
    ...(revokedAt ? [[t("revokedAt"), momentOf(revokedAt)] as [string, string]] : []),
    [t("refunds"), t("refundsText")],
    [t("printer"), choice ? printers(choice) : (printer ?? t("noPrinter"))],
    ...(today ?? []).map((total): [string, string] => [methods(total.method), dollars(netOf(total))]),
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
