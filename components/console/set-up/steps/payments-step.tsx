"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { useActions } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { fetchDraft, saveCredentials } from "@/lib/drafts/client";
import type { CredentialsInput } from "@/lib/drafts/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";

const fields = ["merchantId", "passcode", "reportingPasscode", "profilePasscode"] as const;

type FieldName = (typeof fields)[number];

type Input = Record<FieldName | "maximumAmount", string>;

const emptyInput: Input = {
  merchantId: "",
  passcode: "",
  reportingPasscode: "",
  profilePasscode: "",
  maximumAmount: "",
};

/** The merchant account. Passcodes are written, checked with the bank, and never shown again. */
export function PaymentsStep() {
  const t = useTranslations("console.setUp.payments");
  const { view } = useDraftContext();
  const [isOpen, setOpen] = useState(!view.hasCredentials);
  return (
    <>
      <p>{t("intro")}</p>
      {view.hasCredentials ? (
        <p className="flex gap-2 font-semibold">
          <Icon name="check" className="mt-0.5 size-5 text-positive" />
          {t("connected")}
        </p>
      ) : null}
      {isOpen ? (
        <CredentialsForm onSaved={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {t("replace")}
        </Button>
      )}
    </>
  );
}

function CredentialsForm({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations("console.setUp.payments");
  const { view, flush, show } = useDraftContext();
  const { getButtonState, outcome, run } = useActions<"save">(async () => undefined);
  const [input, setInput] = useState(emptyInput);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const findProblem = (name: keyof Input) => problems.find(({ field }) => field.endsWith(`.${name}`))?.problem;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = (["merchantId", "passcode"] as const).find((name) => input[name].trim() === "");
    setProblems(missing ? [{ field: `bambora.${missing}`, problem: "required" }] : []);
    if (missing) return focusId(`credentials-${missing}`);
    // What was typed in other steps must not be lost with the draft that is read again.
    if (!(await flush())) return;
    const answer = await run(
      "save",
      () => saveCredentials(view.drawId, toCredentials(input)),
      () => t("saved"),
    );
    if (!answer) return;
    if (!answer.ok) return setProblems("fields" in answer ? answer.fields : []);
    const read = await fetchDraft(view.drawId);
    if (read.ok) show(read.body);
    onSaved();
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {outcome}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {([...fields, "maximumAmount"] as const).map((name) => (
          <CredentialField
            key={name}
            name={name}
            value={input[name]}
            problem={findProblem(name)}
            onChange={(value) => setInput({ ...input, [name]: value })}
          />
        ))}
      </div>
      <Button type="submit" {...getButtonState("save")} className="justify-self-start">
        {t("save")}
      </Button>
    </form>
  );
}

type CredentialFieldProps = {
  name: keyof Input;
  value: string;
  problem: FieldProblem["problem"] | undefined;
  onChange: (value: string) => void;
};

const shownProblems = ["required", "play-money", "real-money", "currency-mismatch", "not-accepted", "locked"] as const;

function CredentialField({ name, value, problem, onChange }: CredentialFieldProps) {
  const t = useTranslations("console.setUp.payments");
  const id = `credentials-${name}`;
  const key = problem && (shownProblems.find((each) => each === problem) ?? "malformed");
  const error = key ? t(`problems.${key}`) : null;
  const hint = t(`fields.${name}.hint`);
  const isSecret = name.endsWith("asscode");
  return (
    <Field id={id} label={t(`fields.${name}.label`)} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        type={isSecret ? "password" : "text"}
        inputMode={isSecret ? undefined : "decimal"}
        // Password managers would offer the person's own password.
        autoComplete={isSecret ? "one-time-code" : "off"}
        spellCheck={false}
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Empty fields are left out. */
function toCredentials({ maximumAmount, ...texts }: Input): CredentialsInput {
  const entries = fields.flatMap((name) => (texts[name].trim() === "" ? [] : [[name, texts[name].trim()]]));
  const amount = maximumAmount.trim() === "" ? {} : { maximumAmount: Number(maximumAmount.replace(",", ".")) };
  return { bambora: { ...Object.fromEntries(entries), ...amount } };
}
