"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useActions } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { createDraft, draftQuery } from "@/lib/drafts/client";
import { toDrawId } from "@/lib/drafts/rules.ids";
import type { ListedDraw } from "@/lib/draws/client";
import { archiveDraw, closeDraw, drawListQuery, reopenDraw, unarchiveDraw } from "@/lib/draws/client";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ActionName = "change" | "close" | "reopen" | "archive" | "unarchive";

/** Starts changes of a draw, stops and reopens its sales, archives it, and starts the next draw from it. */
export function DrawActions({ draw }: { draw: ListedDraw }) {
  const t = useTranslations("console.draws.actions");
  const queries = useQueryClient();
  const actions = useActions<ActionName>(() => queries.invalidateQueries({ queryKey: drawListQuery().queryKey }));
  const change = async () => {
    const answer = await actions.run(
      "change",
      () => createDraft({ drawId: draw.id }),
      () => "",
    );
    if (answer?.ok) queries.setQueryData(draftQuery(draw.id).queryKey, answer.body);
  };
  return (
    <>
      <Card aria-label={t("title")} className="grid grid-cols-1 gap-4">
        {draw.isFed ? <Notice title={t("fed")} /> : null}
        {actions.outcome}
        <ConfirmRow>
          {draw.isFed ? null : (
            <Button {...actions.getButtonState("change")} onClick={change}>
              {t("change")}
            </Button>
          )}
          <CloseStep draw={draw} {...actions} />
          <ArchiveButton draw={draw} {...actions} />
        </ConfirmRow>
        {draw.isOver && !draw.isArchived ? <p className="text-muted">{t("archive.text")}</p> : null}
      </Card>
      <NextDraw draw={draw} />
    </>
  );
}

type ActionProps = { draw: ListedDraw } & Pick<ReturnType<typeof useActions<ActionName>>, "getButtonState" | "run">;

function CloseStep({ draw, getButtonState, run }: ActionProps) {
  const t = useTranslations("console.draws.actions");
  const tConsole = useTranslations("console");
  if (draw.timeState === "Ended" && !draw.closedAt) return null;
  const closing = { name: draw.closedAt ? "reopen" : "close", send: draw.closedAt ? reopenDraw : closeDraw } as const;
  return (
    <ConfirmStep
      label={t(`${closing.name}.label`)}
      variant="secondary"
      question={t(`${closing.name}.question`)}
      yes={t(`${closing.name}.label`)}
      no={tConsole("confirm.cancel")}
      busy={getButtonState(closing.name).busy}
      onYes={async () => {
        const answer = await run(
          closing.name,
          () => closing.send(draw.id),
          () => t(`${closing.name}.done`),
        );
        return answer?.ok;
      }}
    />
  );
}

function ArchiveButton({ draw, getButtonState, run }: ActionProps) {
  const t = useTranslations("console.draws.actions");
  if (!draw.isOver) return null;
  const name = draw.isArchived ? "unarchive" : "archive";
  const send = () =>
    run(
      name,
      () => (draw.isArchived ? unarchiveDraw(draw.id) : archiveDraw(draw.id)),
      () => t(`${name}.done`),
    );
  return (
    <Button variant="secondary" {...getButtonState(name)} onClick={send}>
      {t(`${name}.label`)}
    </Button>
  );
}

function NextDraw({ draw }: { draw: ListedDraw }) {
  const t = useTranslations("console.draws.next");
  const locale = useLocale();
  const { push } = useRouter();
  const queries = useQueryClient();
  const { getButtonState, outcome, run } = useActions<"next">(async () => undefined);
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const drawId = toDrawId(name);
  const id = "next-draw-name";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (drawId === "") return;
    const answer = await run(
      "next",
      () => createDraft({ drawId, copyOf: draw.id }),
      () => "",
    );
    if (!answer?.ok) return;
    queries.setQueryData(draftQuery(drawId).queryKey, answer.body);
    push(localizedPath(locale, `/console/draws/${drawId}`));
  };
  const error = isChecked && drawId === "" ? t("nameMissing") : null;
  return (
    <Card aria-labelledby="next-draw">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <div>
          <h2 id="next-draw" className="text-xl">
            {t("title")}
          </h2>
          <p className="text-muted">{t("text")}</p>
        </div>
        {outcome}
        <Field id={id} label={t("name")} hint={t("nameHint", { id: drawId || "…" })} error={error}>
          <input
            {...controlProps(id, { hint: true, error })}
            className={controlClass}
            autoComplete="off"
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" {...getButtonState("next")} className="justify-self-start">
          {t("create")}
        </Button>
      </form>
    </Card>
  );
}
