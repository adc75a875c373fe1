"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useRefusalText } from "@/components/console/use-console-text";
import { useOrganizers } from "@/components/console/use-organizers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toDrawId } from "@/lib/drafts/rules.ids";
import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";

import { DrawNameField } from "./draw-name-field";
import { OrganizerField } from "./organizer-field";
import { useStartDraft } from "./use-start-draft";

/** The id of the form's first field. */
export const newDrawId = "new-draw-name";

type NewDraw = { name: string; parentId: string; type: "5050 Cash" | "Prize raffle"; province: ProvinceCode };

const otherOrganizer = "-";

/** Asks for what decides all else. */
export function NewDrawForm({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("console.draws.form");
  const types = useTranslations("console.setUp.types");
  const provinces = useTranslations("checkout.provinces");
  const refusalText = useRefusalText();
  const organizers = useOrganizerOptions();
  const [input, setInput] = useState<NewDraw>({ name: "", parentId: "", type: "5050 Cash", province: "ON" });
  const [isChecked, setChecked] = useState(false);
  const { isBusy, isTaken, refusal, start } = useStartDraft();
  const change = <Key extends keyof NewDraw>(key: Key) => ({
    value: input[key],
    onChange: (event: { target: { value: string } }) =>
      setInput({ ...input, [key]: event.target.value as NewDraw[Key] }),
    className: controlClass,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const { name, type, province } = input;
    const drawId = toDrawId(name);
    if (drawId === "") return focusId(newDrawId);
    const chosenId = input.parentId || organizers[0]?.id || otherOrganizer;
    const parentId = chosenId === otherOrganizer ? drawId : chosenId;
    void start({ drawId, parentId, title: name.trim(), type, province });
  };
  return (
    <Card aria-labelledby="new-draw">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <h2 id="new-draw" className="text-xl">
          {t("title")}
        </h2>
        <DrawNameField
          id={newDrawId}
          label={t("name")}
          value={input.name}
          onChange={(name) => setInput({ ...input, name })}
          isChecked={isChecked}
          isTaken={isTaken}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Field id="new-draw-type" label={t("type")}>
            <select id="new-draw-type" {...change("type")}>
              {(["5050 Cash", "Prize raffle"] as const).map((type) => (
                <option key={type} value={type}>
                  {types(type)}
                </option>
              ))}
            </select>
          </Field>
          <Field id="new-draw-province" label={t("province")}>
            <select id="new-draw-province" {...change("province")}>
              {provinceCodes.map((code) => (
                <option key={code} value={code}>
                  {provinces(code)}
                </option>
              ))}
            </select>
          </Field>
          <OrganizerField
            id="new-draw-organizer"
            value={input.parentId || (organizers[0]?.id ?? "")}
            options={organizers}
            onChange={(parentId) => setInput({ ...input, parentId })}
          />
        </div>
        {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {t("create")}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t("cancel")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Only an admin of everything may have a draw for an organizer that has none yet. */
function useOrganizerOptions(): { id: string; label: string }[] {
  const t = useTranslations("console.draws.form");
  const { listOptions, hasRightEverywhere } = useOrganizers();
  const options = listOptions("draws");
  return hasRightEverywhere("draws") ? [...options, { id: otherOrganizer, label: t("newOrganizer") }] : options;
}
