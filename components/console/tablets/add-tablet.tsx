"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useTroubleWords } from "@/components/console/use-console-words";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { createDevice, devicesQuery } from "@/lib/terminal/device/client.admin";
import type { IssuedDevice } from "@/lib/terminal/device/rules.registration";
import { maxDetailLength } from "@/lib/terminal/device/rules.registration";
import type { CreateDeviceInput } from "@/lib/terminal/device/schema";

import { SetupLink } from "./setup-link";

/** Known ids, which the fields suggest. */
type AddTabletProps = { parentIds: readonly string[]; locationIds: readonly string[] };

export function AddTablet({ parentIds, locationIds }: AddTabletProps) {
  const t = useTranslations("console.tablets");
  const wordsOf = useTroubleWords();
  const runConfirmed = usePasskeyConfirmation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<CreateDeviceInput>({ parentId: "", locationId: "", name: "" });
  const [refusal, setRefusal] = useState<CallRefusal | null>(null);
  const [issued, setIssued] = useState<IssuedDevice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [onlyParent] = parentIds;
  const parentId = draft.parentId === "" && parentIds.length === 1 ? (onlyParent ?? "") : draft.parentId;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    setIssued(null);
    const answer = await runConfirmed(() => createDevice({ ...draft, parentId }));
    setBusy(false);
    if (!answer.ok) return setRefusal(answer);
    setIssued(answer.body);
    setDraft({ ...draft, name: "" });
    await queries.invalidateQueries({ queryKey: devicesQuery().queryKey });
  }
  const fieldOf = (name: keyof CreateDeviceInput) => ({
    value: name === "parentId" ? parentId : draft[name],
    isWrong: refusal?.fields.some(({ field }) => field === name) ?? false,
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  return (
    <Card aria-labelledby="add-tablet" className="grid grid-cols-1 gap-5">
      <h2 id="add-tablet" className="text-xl">
        {t("add")}
      </h2>
      {refusal ? <Notice tone="danger" role="alert" title={wordsOf(refusal)} /> : null}
      {issued ? <SetupLink key={issued.link} issued={issued} /> : null}
      <form onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <TextField id="tablet-name" label={t("name")} hint={t("nameHint")} {...fieldOf("name")} />
          <TextField id="tablet-location" label={t("locationId")} known={locationIds} {...fieldOf("locationId")} />
          <TextField id="tablet-organizer" label={t("organizerId")} known={parentIds} {...fieldOf("parentId")} />
        </div>
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {t(isBusy ? "creating" : "create")}
        </Button>
      </form>
    </Card>
  );
}

type TextFieldProps = {
  id: string;
  label: string;
  hint?: string;
  known?: readonly string[];
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
};

function TextField({ id, label, hint, known = [], value, isWrong, onChange }: TextFieldProps) {
  const problems = useTranslations("fieldProblems");
  const error = isWrong ? problems("malformed") : null;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        className={controlClass}
        value={value}
        list={known.length > 0 ? `${id}-known` : undefined}
        maxLength={maxDetailLength}
        required
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      {known.length > 0 ? (
        <datalist id={`${id}-known`}>
          {known.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}
