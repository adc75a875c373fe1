"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useActions } from "@/components/console/use-actions";
import { useOrganizers } from "@/components/console/use-organizers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { createDevice, devicesQuery } from "@/lib/terminal/device/client.admin";
import type { CreateDeviceInput } from "@/lib/terminal/device/schema";
import type { ListedDevice } from "@/lib/terminal/summary/rules";

import { SetupLink } from "./setup-link";
import { LocationField, OrganizerField, TextField } from "./tablet-fields";

type AddTabletProps = { devices: readonly ListedDevice[] };

type FieldName = keyof CreateDeviceInput;

const fieldNames = ["name", "parentId", "locationId"] as const;

const ids: Record<FieldName, string> = {
  name: "tablet-name",
  locationId: "tablet-location",
  parentId: "tablet-organizer",
};

export function AddTablet({ devices }: AddTabletProps) {
  const t = useTranslations("console.tablets");
  const queries = useQueryClient();
  const { getButtonState, outcome, run } = useActions<"add">(() =>
    queries.invalidateQueries({ queryKey: devicesQuery().queryKey }),
  );
  const organizers = useOrganizers().listOptions(
    "devices",
    devices.map(({ parentId }) => parentId),
  );
  const [input, setInput] = useState<CreateDeviceInput>({ parentId: "", locationId: "", name: "" });
  const onlyId = organizers.length === 1 ? organizers[0]?.id : undefined;
  const draft = { ...input, parentId: input.parentId || (onlyId ?? "") };
  const [stage, setStage] = useState<"fresh" | "sent" | "added">("fresh");
  const add = async (): Promise<string[]> => {
    setStage("sent");
    const answer = await run(
      "add",
      () => createDevice(draft),
      ({ body }) => {
        // Set together with the outcome, which takes the focus because the form is gone.
        setStage("added");
        return <SetupLink issued={body} />;
      },
    );
    if (answer?.ok) {
      setInput({ ...input, name: "" });
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
        <TabletForm
          {...{ draft, devices, organizers }}
          busy={getButtonState("add").busy}
          onChange={setInput}
          onAdd={add}
        />
      )}
    </Card>
  );
}

type TabletFormProps = AddTabletProps & {
  draft: CreateDeviceInput;
  organizers: readonly { id: string; label: string }[];
  busy: boolean;
  onChange: (draft: CreateDeviceInput) => void;
  /** Resolves to the names of fields that the server refused. */
  onAdd: () => Promise<string[]>;
};

function TabletForm({ draft, devices, organizers, busy, onChange, onAdd }: TabletFormProps) {
  const t = useTranslations("console.tablets");
  const problems = useTranslations("fieldProblems");
  const [isChecked, setChecked] = useState(false);
  const [refusedFields, setRefusedFields] = useState<readonly string[]>([]);
  const missing = fieldNames.find((name) => draft[name].trim() === "");
  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(missing !== undefined);
    setRefusedFields([]);
    if (missing) return focusId(ids[missing]);
    setRefusedFields(await onAdd());
  }
  const findError = (name: FieldName) => {
    if (isChecked && draft[name].trim() === "") return problems("required");
    return refusedFields.includes(name) ? problems("malformed") : null;
  };
  const getFieldProps = (name: FieldName) => ({
    id: ids[name],
    value: draft[name],
    error: findError(name),
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  const locations = devices.filter(({ parentId }) => parentId === draft.parentId).map(({ locationId }) => locationId);
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <TextField label={t("name")} hint={t("nameHint")} {...getFieldProps("name")} />
        <OrganizerField
          {...getFieldProps("parentId")}
          options={organizers}
          onChange={(parentId) => onChange({ ...draft, parentId, locationId: "" })}
        />
        <LocationField
          key={draft.parentId}
          {...getFieldProps("locationId")}
          locations={[...new Set(locations)].sort()}
        />
      </div>
      <Button type="submit" busy={busy} className="justify-self-start">
        {t(busy ? "creating" : "create")}
      </Button>
    </form>
  );
}
