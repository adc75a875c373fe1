"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useAct } from "@/components/console/use-act";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { createDevice, devicesQuery } from "@/lib/terminal/device/client.admin";
import { maxDetailLength } from "@/lib/terminal/device/rules.registration";
import type { CreateDeviceInput } from "@/lib/terminal/device/schema";

import { SetupLink } from "./setup-link";

/** The ids that are known, which the fields suggest. */
type AddTabletProps = { parentIds: readonly string[]; locationIds: readonly string[] };

type FieldName = keyof CreateDeviceInput;

const fieldNames = ["name", "locationId", "parentId"] as const;

const ids: Record<FieldName, string> = {
  name: "tablet-name",
  locationId: "tablet-location",
  parentId: "tablet-organizer",
};

export function AddTablet({ parentIds, locationIds }: AddTabletProps) {
  const t = useTranslations("console.tablets");
  const queries = useQueryClient();
  const { stateOf, outcome, act } = useAct<"add">(() =>
    queries.invalidateQueries({ queryKey: devicesQuery().queryKey }),
  );
  const [onlyParent = ""] = parentIds.length === 1 ? parentIds : [];
  const [draft, setDraft] = useState<CreateDeviceInput>({ parentId: onlyParent, locationId: "", name: "" });
  const [stage, setStage] = useState<"fresh" | "sent" | "added">("fresh");
  const add = async (): Promise<string[]> => {
    setStage("sent");
    const answer = await act(
      "add",
      () => createDevice(draft),
      ({ body }) => {
        // At once with the outcome, which takes the focus as the form is gone.
        setStage("added");
        return <SetupLink issued={body} />;
      },
    );
    if (answer?.ok) {
      setDraft({ ...draft, name: "" });
      return [];
    }
    return answer && "fields" in answer ? answer.fields.map(({ field }) => field) : [];
  };
  const addAnother = () => {
    setStage("fresh");
    focusId(ids.name);
  };
  return (
    <Card aria-labelledby="add-tablet" className="grid grid-cols-1 gap-5">
      <h2 id="add-tablet" className="text-xl">
        {t("add")}
      </h2>
      {stage === "fresh" ? null : outcome}
      {stage === "added" ? (
        <Button variant="secondary" className="justify-self-start" onClick={addAnother}>
          {t("addAnother")}
        </Button>
      ) : (
        <TabletForm {...{ draft, parentIds, locationIds }} busy={stateOf("add").busy} onChange={setDraft} onAdd={add} />
      )}
    </Card>
  );
}

type TabletFormProps = AddTabletProps & {
  draft: CreateDeviceInput;
  busy: boolean;
  onChange: (draft: CreateDeviceInput) => void;
  /** Returns the names of fields that the server refused. */
  onAdd: () => Promise<string[]>;
};

function TabletForm({ draft, busy, parentIds, locationIds, onChange, onAdd }: TabletFormProps) {
  const t = useTranslations("console.tablets");
  const problems = useTranslations("fieldProblems");
  const [isChecked, setChecked] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const missing = fieldNames.find((name) => draft[name].trim() === "");
  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(missing !== undefined);
    setWrong([]);
    if (missing) return focusId(ids[missing]);
    setWrong(await onAdd());
  }
  const errorOf = (name: FieldName) => {
    if (isChecked && draft[name].trim() === "") return problems("required");
    return wrong.includes(name) ? problems("malformed") : null;
  };
  const fieldOf = (name: FieldName) => ({
    id: ids[name],
    value: draft[name],
    error: errorOf(name),
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <TextField label={t("name")} hint={t("nameHint")} {...fieldOf("name")} />
        <TextField label={t("locationId")} known={locationIds} {...fieldOf("locationId")} />
        <TextField label={t("organizerId")} known={parentIds} {...fieldOf("parentId")} />
      </div>
      <Button type="submit" busy={busy} className="justify-self-start">
        {t(busy ? "creating" : "create")}
      </Button>
    </form>
  );
}

type TextFieldProps = {
  id: string;
  label: string;
  hint?: string;
  known?: readonly string[];
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

function TextField({ id, label, hint, known = [], value, error, onChange }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...controlProps(id, { hint, error })}
        className={controlClass}
        value={value}
        list={known.length > 0 ? `${id}-known` : undefined}
        maxLength={maxDetailLength}
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
