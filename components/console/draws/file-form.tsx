"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ChangeEvent, FormEvent } from "react";
import { useState } from "react";

import { useFieldLabel } from "@/components/console/history/use-entry-text";
import { useRefusalText } from "@/components/console/use-console-text";
import { useOrganizers } from "@/components/console/use-organizers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { DefinitionFile, FileProblem } from "@/lib/drafts/rules.files";
import { maxFileBytes, readDefinitionFile } from "@/lib/drafts/rules.files";
import { toDrawId } from "@/lib/drafts/rules.ids";
import type { DraftListItem } from "@/lib/drafts/rules.views";
import type { ListedDraw } from "@/lib/draws/client";
import { localText, readLocalText } from "@/lib/local-text";

import { DrawNameField } from "./draw-name-field";
import { OrganizerField } from "./organizer-field";
import { useStartDraft } from "./use-start-draft";

/** The id of the form's first field. */
export const fileId = "draw-file";

const nameId = "draw-file-name";

const useId = "draw-file-use";

type FileFormProps = {
  draws: readonly ListedDraw[];
  drafts: readonly DraftListItem[];
  onCancel: () => void;
};

type ChosenFile = { file: DefinitionFile } | { problem: FileProblem | "missing" };

/** The browser reads the file, so that its credentials never leave it. */
async function readFile(chosen: File | undefined): Promise<ChosenFile> {
  if (!chosen) return { problem: "missing" };
  if (chosen.size > maxFileBytes) return { problem: "too-large" };
  const read = readDefinitionFile(await chosen.text());
  return read.ok ? { file: read.file } : { problem: read.problem };
}

/** Starts a draft from a definition in a file: of a new draw, or changes of the draw that the file names. */
export function FileForm({ draws, drafts, onCancel }: FileFormProps) {
  const t = useTranslations("console.draws.file");
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => setChosen(await readFile(event.target.files?.[0]));
  const error = chosen && "problem" in chosen ? t(`problems.${chosen.problem}`) : null;
  const file = chosen && "file" in chosen ? chosen.file : null;
  return (
    <Card aria-labelledby="draw-file-title" className="grid grid-cols-1 gap-4">
      <h2 id="draw-file-title" className="text-xl">
        {t("title")}
      </h2>
      <Field id={fileId} label={t("file")} hint={t("fileHint")} error={error}>
        <input
          {...controlProps(fileId, { hint: true, error })}
          type="file"
          accept=".json,application/json"
          className={`${controlClass} h-auto py-2`}
          onChange={choose}
        />
      </Field>
      {file ? (
        <FileUse key={JSON.stringify(file)} {...{ file, draws, drafts, onCancel }} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={onCancel}>
          {t("cancel")}
        </Button>
      )}
    </Card>
  );
}

function FileUse({ file, draws, drafts, onCancel }: FileFormProps & { file: DefinitionFile }) {
  const t = useTranslations("console.draws.file");
  const refusalText = useRefusalText();
  const locale = useLocale();
  const stored = draws.find(({ id, isFed }) => id === file.drawId && !isFed);
  const hasDraft = drafts.some(({ drawId }) => drawId === stored?.id);
  const [isChange, setChange] = useState(stored !== undefined && !hasDraft);
  const isNameFree = !draws.some(({ id }) => id === file.drawId);
  const [name, setName] = useState((isNameFree && file.drawId) || readLocalText(file.title, locale));
  const [parentId, setParentId] = useState(file.parentId ?? "");
  const [isChecked, setChecked] = useState(false);
  const { isBusy, isTaken, refusal, start } = useStartDraft();
  const { listOptions, hasRightEverywhere } = useOrganizers();
  const organizers = listOptions("draws", file.parentId && hasRightEverywhere("draws") ? [file.parentId] : []);
  const organizer = organizers.find(({ id }) => id === parentId) ?? organizers[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isChange && stored) return void start({ drawId: stored.id, content: file.content });
    const drawId = toDrawId(name);
    if (drawId === "") return focusId(nameId);
    const content = drawId === file.drawId ? file.content : { ...file.content, urlSlug: drawId };
    void start({ drawId, parentId: organizer?.id ?? drawId, content });
  };
  const title = stored ? localText(stored.titles, locale).text : "";
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FileNotes file={file} />
      {stored ? (
        <Field id={useId} label={t("use")} hint={hasDraft ? t("hasDraft", { title }) : undefined}>
          <select
            {...controlProps(useId, { hint: hasDraft })}
            className={controlClass}
            value={isChange ? "change" : "new"}
            onChange={(event) => setChange(event.target.value === "change")}
          >
            {hasDraft ? null : <option value="change">{t("change", { title })}</option>}
            <option value="new">{t("new")}</option>
          </select>
        </Field>
      ) : null}
      {isChange ? null : (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NewName {...{ name, isChecked, isTaken }} onChange={setName} />
          <OrganizerField
            id="draw-file-organizer"
            value={organizer?.id ?? ""}
            options={organizers}
            onChange={setParentId}
          />
        </div>
      )}
      {isChange && isTaken ? <Notice tone="danger" role="alert" title={t("hasDraft", { title })} /> : null}
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
  );
}

type NewNameProps = { name: string; isChecked: boolean; isTaken: boolean; onChange: (name: string) => void };

function NewName({ name, ...props }: NewNameProps) {
  const t = useTranslations("console.draws.form");
  return <DrawNameField id={nameId} label={t("name")} value={name} {...props} />;
}

/** Says what of the file isn't taken. */
function FileNotes({ file: { hasCredentials, leftOutFields, unknownFields } }: { file: DefinitionFile }) {
  const t = useTranslations("console.draws.file");
  const fieldLabel = useFieldLabel();
  const notes = [
    ...(hasCredentials ? [t("credentials")] : []),
    ...(leftOutFields.length > 0 ? [t("leftOut", { fields: leftOutFields.map(fieldLabel).join(", ") })] : []),
    ...(unknownFields.length > 0 ? [t("unknown", { fields: unknownFields.join(", ") })] : []),
  ];
  return notes.map((note) => <Notice key={note} role="status" title={note} />);
}
