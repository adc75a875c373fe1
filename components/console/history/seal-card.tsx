"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { checkSeal } from "@/lib/history/client";
import type { HistoryPage, SealCheck } from "@/lib/history/rules";

import { useChainLabel } from "./use-entry-text";

/** `page` is the chain's, once it is loaded. */
type SealCardProps = { chain: string | null; page: HistoryPage | undefined };

/** The newest seal of the chosen chain, and the check of a saved one. */
export function SealCard({ chain, page }: SealCardProps) {
  const t = useTranslations("console.history.seal");
  return (
    <Card aria-labelledby="seals" className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1">
        <h2 id="seals" className="text-xl">
          {t("title")}
        </h2>
        <p className="text-muted">{t("text")}</p>
      </div>
      {chain === null ? <p>{t("choose")}</p> : null}
      {chain !== null && page ? <NewestSeal chain={chain} page={page} /> : null}
      <SealForm />
    </Card>
  );
}

function NewestSeal({ chain, page: { head, entries } }: { chain: string; page: HistoryPage }) {
  const t = useTranslations("console.history.seal");
  const chainLabel = useChainLabel();
  if (head === null) return <p>{t("empty")}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t("newest", { place: chainLabel(chain, entries[0]?.title ?? null) })}</p>
      <code className="wrap-anywhere select-all rounded-control bg-sunken px-3 py-2">{head}</code>
      <CopyButton text={head} label={t("copy")} />
    </div>
  );
}

type Outcome = { kind: "checked"; check: SealCheck } | { kind: "malformed" | "failed"; message: string };

const fieldId = "saved-seal";

function SealForm() {
  const t = useTranslations("console.history.seal");
  const refusalText = useRefusalText();
  const [head, setHead] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const rejectInput = (message: string) => {
    setOutcome({ kind: "malformed", message });
    focusId(fieldId);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (head.trim() === "") return rejectInput(t("required"));
    setBusy(true);
    setOutcome(null);
    const answer = await checkSeal(head);
    setBusy(false);
    if (answer.ok) return setOutcome({ kind: "checked", check: answer.body });
    if (answer.reason === "invalid-input") return rejectInput(t("malformed"));
    setOutcome({ kind: "failed", message: refusalText(answer) });
  };
  const hint = t("hint");
  const error = outcome?.kind === "malformed" ? outcome.message : null;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Field id={fieldId} label={t("label")} hint={hint} error={error}>
        <input
          {...controlProps(fieldId, { hint, error })}
          className={controlClass}
          value={head}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setHead(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
        {t("button")}
      </Button>
      {outcome?.kind === "failed" ? <Notice tone="danger" role="alert" title={outcome.message} /> : null}
      {outcome?.kind === "checked" ? <SealResult check={outcome.check} /> : null}
    </form>
  );
}

function SealResult({ check }: { check: SealCheck }) {
  const t = useTranslations("console.history.seal");
  const { verdict, from, sequence, breaks } = check;
  if (verdict !== "same") return <Notice tone="danger" role="alert" title={t(verdict, { sequence })} />;
  if (breaks.length > 0) {
    const list = breaks.map((chainBreak) => chainBreak.sequence).join(", ");
    return (
      <Notice tone="danger" role="alert" title={t("broken")}>
        <p>{t("brokenText", { count: breaks.length, list })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="positive" role="status" title={t("same", { from, sequence })}>
      {from > 1 ? <p>{t("earlier", { from })}</p> : null}
    </Notice>
  );
}
