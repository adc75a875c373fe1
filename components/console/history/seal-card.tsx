"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useTroubleWords } from "@/components/console/use-console-words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { checkSeal } from "@/lib/history/client";
import type { SealCheck } from "@/lib/history/rules";
import type { LocalText } from "@/lib/local-text";

import { useChainWords } from "./use-entry-words";

type SealCardProps = { chain: string | null; head: string | null; title: LocalText | null };

/** The newest seal of the chosen chain, and the check of one that was saved. */
export function SealCard({ chain, head, title }: SealCardProps) {
  const t = useTranslations("console.history.seal");
  return (
    <Card aria-labelledby="seals" className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1">
        <h2 id="seals" className="text-xl">
          {t("title")}
        </h2>
        <p className="text-muted">{t("text")}</p>
      </div>
      {chain === null ? <p>{t("choose")}</p> : <NewestSeal chain={chain} head={head} title={title} />}
      <SealForm />
    </Card>
  );
}

function NewestSeal({ chain, head, title }: SealCardProps & { chain: string }) {
  const t = useTranslations("console.history.seal");
  const placeOf = useChainWords();
  const [copied, setCopied] = useState<string | null>(null);
  if (head === null) return <p>{t("empty")}</p>;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(head);
      setCopied(head);
    } catch {
      // Without the right to write there, it can still be selected.
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t("newest", { place: placeOf(chain, title) })}</p>
      <code className="wrap-anywhere rounded-control bg-sunken px-3 py-2">{head}</code>
      <Button variant="secondary" onClick={copy}>
        {t(copied === head ? "copied" : "copy")}
      </Button>
    </div>
  );
}

type Outcome = { kind: "checked"; check: SealCheck } | { kind: "failed"; words: string };

function SealForm() {
  const t = useTranslations("console.history.seal");
  const wordsOf = useTroubleWords();
  const [head, setHead] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await checkSeal(head);
    setBusy(false);
    if (answer.ok) return setOutcome({ kind: "checked", check: answer.body });
    setOutcome({ kind: "failed", words: answer.reason === "invalid-input" ? t("malformed") : wordsOf(answer) });
  };
  const hint = t("hint");
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field id="saved-seal" label={t("label")} hint={hint}>
        <input
          {...controlProps("saved-seal", { hint })}
          className={controlClass}
          value={head}
          maxLength={200}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setHead(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
        {t("button")}
      </Button>
      {outcome?.kind === "failed" ? <Notice tone="danger" role="alert" title={outcome.words} /> : null}
      {outcome?.kind === "checked" ? <SealResult check={outcome.check} /> : null}
    </form>
  );
}

function SealResult({ check }: { check: SealCheck }) {
  const t = useTranslations("console.history.seal");
  const { verdict, from, sequence, breaks } = check;
  if (verdict !== "same") return <Notice tone="danger" role="alert" title={t(verdict, { sequence })} />;
  if (breaks.length > 0) {
    const list = breaks.map((one) => one.sequence).join(", ");
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
