"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useActions } from "@/components/console/use-actions";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmRow, ConfirmStep } from "@/components/ui/confirm-step";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toDrawId } from "@/lib/drafts/rules.ids";
import type { ListedDraw } from "@/lib/draws/client";
import { archiveDraw, closeDraw, drawListQuery, reopenDraw, unarchiveDraw } from "@/lib/draws/client";
import { serverNow } from "@/lib/platform/http/browser/server-clock";

import { DrawNameField } from "./draw-name-field";
import { useStartDraft } from "./use-start-draft";

type ActionName = "close" | "reopen" | "archive" | "unarchive";

/** Starts changes of a draw, stops and reopens its sales, archives it, and starts the next draw from it. */
export function DrawActions({ draw }: { draw: ListedDraw }) {
  const t = useTranslations("console.draws.actions");
  const queries = useQueryClient();
  const actions = useActions<ActionName>(() => queries.invalidateQueries({ queryKey: drawListQuery().queryKey }));
  const { isBusy, refusal, start } = useStartDraft();
  const refusalText = useRefusalText();
  return (
    <>
      <Card aria-label={t("title")} className="grid grid-cols-1 gap-4">
        {draw.isFed ? <Notice title={t("fed")} /> : null}
        {actions.outcome}
        {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
        <ConfirmRow>
          {draw.isFed ? null : (
            <Button busy={isBusy} onClick={() => start({ drawId: draw.id })}>
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
  // Once the dates or a cancellation have closed sales, there is nothing to close or reopen.
  if (draw.cancelledAt || Date.parse(draw.closesAt) <= serverNow()) return null;
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
  const refusalText = useRefusalText();
  const { isBusy, isTaken, refusal, start } = useStartDraft();
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const id = "next-draw-name";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const drawId = toDrawId(name);
    if (drawId === "") return focusId(id);
    void start({ drawId, copyOf: draw.id, name: name.trim() });
  };
  return (
    <Card aria-labelledby="next-draw">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <div>
          <h2 id="next-draw" className="text-xl">
            {t("title")}
          </h2>
          <p className="text-muted">{t("text")}</p>
        </div>
        {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
        <DrawNameField {...{ id, isChecked, isTaken }} label={t("name")} value={name} onChange={setName} />
        <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
          {t("create")}
        </Button>
      </form>
    </Card>
  );
}
