"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { useRefusalText } from "@/components/console/use-console-text";
import { useOrganizers } from "@/components/console/use-organizers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { createDraft, draftQuery } from "@/lib/drafts/client";
import { toDrawId } from "@/lib/drafts/rules.ids";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";

/** The id of the form's first field. */
export const newDrawId = "new-draw-name";

type NewDraw = { name: string; parentId: string; type: "5050 Cash" | "Prize raffle"; province: ProvinceCode };

const otherOrganizer = "-";

/** Asks for what decides all else. The name becomes the draw's id, which is part of every URL and can't change. */
export function NewDrawForm({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("console.draws.form");
  const types = useTranslations("console.setUp.types");
  const provinces = useTranslations("checkout.provinces");
  const organizers = useOrganizers().listOptions("draws");
  const [input, setInput] = useState<NewDraw>({ name: "", parentId: "", type: "5050 Cash", province: "ON" });
  const { busy, isChecked, refusal, submit } = useCreateDraft(input, organizers[0]?.id);
  const drawId = toDrawId(input.name);
  const nameError = isChecked && drawId === "" ? t("nameMissing") : refusal?.fields.length ? t("nameTaken") : null;
  const change = <Key extends keyof NewDraw>(key: Key) => ({
    value: input[key],
    onChange: (event: { target: { value: string } }) =>
      setInput({ ...input, [key]: event.target.value as NewDraw[Key] }),
    className: controlClass,
  });
  return (
    <Card aria-labelledby="new-draw">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <h2 id="new-draw" className="text-xl">
          {t("title")}
        </h2>
        <Field id={newDrawId} label={t("name")} hint={t("nameHint", { id: drawId || "…" })} error={nameError}>
          <input
            {...controlProps(newDrawId, { hint: true, error: nameError })}
            {...change("name")}
            autoComplete="off"
            maxLength={64}
          />
        </Field>
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
          {organizers.length > 1 ? (
            <Field id="new-draw-organizer" label={t("organizer")} hint={t("organizerHint")}>
              <select id="new-draw-organizer" {...change("parentId")}>
                {organizers.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
                <option value={otherOrganizer}>{t("newOrganizer")}</option>
              </select>
            </Field>
          ) : null}
        </div>
        <CreateRefusal refusal={refusal} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
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

function CreateRefusal({ refusal }: { refusal: CallRefusal | null }) {
  const refusalText = useRefusalText();
  const isOfName = refusal !== null && refusal.fields.length > 0;
  return refusal && !isOfName ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null;
}

function useCreateDraft({ name, parentId, type, province }: NewDraw, firstOrganizer: string | undefined) {
  const locale = useLocale();
  const { push } = useRouter();
  const queries = useQueryClient();
  const { busy, call } = useConfirmedCalls<"create">();
  const [isChecked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<CallRefusal | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const drawId = toDrawId(name);
    setChecked(true);
    setRefusal(null);
    if (drawId === "") return focusId(newDrawId);
    const organizer = parentId === otherOrganizer ? drawId : parentId || firstOrganizer || drawId;
    const answer = await call("create", () =>
      createDraft({ drawId, parentId: organizer, title: name.trim(), type, province }),
    );
    if (!answer) return;
    if (!answer.ok) return setRefusal(answer);
    queries.setQueryData(draftQuery(drawId).queryKey, answer.body);
    push(localizedPath(locale, `/console/draws/${drawId}`));
  };
  return { busy: busy !== null, isChecked, refusal, submit };
}
