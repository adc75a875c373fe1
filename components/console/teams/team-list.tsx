import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";

import type { UsedImage } from "@/lib/teams/rules";
import type { TeamDraft } from "@/lib/teams/rules.drafts";
import { moveTo } from "@/lib/teams/rules.drafts";
import { ImageField, isColorCode, TeamImage } from "./image-field";

type TeamListProps = {
  teams: readonly TeamDraft[];
  isBilingual: boolean;
  isFed: boolean;
  pictures: readonly UsedImage[];
  /** By field, for the team at the index. */
  getProblems: (index: number) => Record<string, string>;
  onChange: (teams: TeamDraft[]) => void;
};

export function TeamList({ teams, isBilingual, isFed, pictures, getProblems, onChange }: TeamListProps) {
  const t = useTranslations("console.teams");
  const [moved, setMoved] = useState("");
  const getDraftName = useDraftName();
  const move = (from: number, to: number, buttonId: string) => {
    const team = teams[from];
    if (!team || to < 0 || to >= teams.length) return;
    onChange(moveTo(teams, from, to));
    setMoved(t("moved", { name: getDraftName(team), place: to + 1, count: teams.length }));
    // Moving the row in the page would lose the focus.
    focusId(buttonId);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol className="divide-y divide-line">
        {teams.map((team, index) => (
          <TeamItem
            key={team.id}
            name={getDraftName(team)}
            {...{ team, isBilingual, isFed, pictures }}
            problems={getProblems(index)}
            onChange={(changes) =>
              onChange(teams.map((other) => (other.id === team.id ? { ...other, ...changes } : other)))
            }
            onUp={index > 0 ? () => move(index, index - 1, `up-${team.id}`) : null}
            onDown={index < teams.length - 1 ? () => move(index, index + 1, `down-${team.id}`) : null}
          />
        ))}
      </ol>
    </>
  );
}

function useDraftName(): (team: TeamDraft) => string {
  const locale = useLocale();
  return ({ id, en, fr }) => (locale === "fr" && fr ? fr : en) || id;
}

type TeamItemProps = {
  team: TeamDraft;
  name: string;
  isBilingual: boolean;
  isFed: boolean;
  pictures: readonly UsedImage[];
  problems: Record<string, string>;
  onChange: (changes: Partial<TeamDraft>) => void;
  /** Null if the team can't move: the first one up, the last one down. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

const itemClass = "grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 lg:grid-cols-[2.5rem_minmax(0,1fr)_auto]";

const fieldsClass =
  "grid min-w-0 grid-cols-1 gap-3 max-sm:col-span-full sm:grid-cols-2 lg:grid-cols-[1fr_1fr_10.5rem_1fr]";

function TeamItem(props: TeamItemProps) {
  const { team, name, isBilingual, isFed, pictures, problems, onChange, onUp, onDown } = props;
  const t = useTranslations("console.teams");
  const tConsole = useTranslations("console");
  const tProblems = useTranslations("fieldProblems");
  const getFieldId = (field: string) => `${field}-${team.id}`;
  const getFieldProps = (field: keyof TeamDraft, key = field as string) => ({
    id: getFieldId(field),
    value: team[field],
    readOnly: isFed,
    error: problems[key] ? tProblems(problems[key] as "malformed") : null,
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <li className={itemClass}>
      <TeamPreview team={team} />
      <fieldset className={fieldsClass}>
        <legend className="sr-only">{name}</legend>
        <TextField label={t(isBilingual ? "nameEn" : "name")} {...getFieldProps("en", "name")} required />
        {isBilingual ? <TextField label={t("nameFr")} {...getFieldProps("fr", "name")} /> : null}
        <ColorField team={team} name={name} field={getFieldProps("color")} />
        <ImageField
          id={getFieldId("icon")}
          team={{ name, color: team.color }}
          picture={team.icon}
          used={pictures}
          isReadOnly={isFed}
          error={getFieldProps("icon").error}
          onChange={(icon) => onChange({ icon })}
        />
      </fieldset>
      {isFed ? null : (
        <div className="flex items-start gap-2 max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end sm:col-start-2 lg:col-start-auto lg:mt-7">
          <MoveButton
            id={getFieldId("up")}
            label={tConsole("actionFor", { action: t("up"), name })}
            onMove={onUp}
            isUp
          />
          <MoveButton
            id={getFieldId("down")}
            label={tConsole("actionFor", { action: t("down"), name })}
            onMove={onDown}
          />
        </div>
      )}
    </li>
  );
}

/** A picture has its own colours, so the team's colour is a ring around it. */
function TeamPreview({ team: { icon, color } }: { team: TeamDraft }) {
  const isRinged = icon !== "" && isColorCode(color);
  return (
    <span className="size-10 rounded-full lg:mt-8" style={isRinged ? { boxShadow: `0 0 0 3px ${color}` } : undefined}>
      <TeamImage picture={icon} color={color} className="size-10" />
    </span>
  );
}

type InputProps = Omit<ComponentProps<"input">, "id"> & { id: string; error: string | null };

function TextField({ label, error, ...rest }: InputProps & { label: string }) {
  return (
    <Field id={rest.id} label={label} error={error}>
      <input
        className={controlClass}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        {...controlProps(rest.id, { error })}
      />
    </Field>
  );
}

const defaultColor = "#808080";

function ColorField({ team, name, field }: { team: TeamDraft; name: string; field: InputProps }) {
  const t = useTranslations("console.teams");
  const { error, ...rest } = field;
  const digits = /^#[0-9a-f]{3}$/i.test(team.color) ? team.color.replace(/[0-9a-f]/gi, "$&$&") : team.color;
  return (
    <Field id={rest.id} label={t("color")} error={error}>
      <span className="flex gap-2">
        <input
          className={controlClass}
          autoComplete="off"
          spellCheck={false}
          placeholder="#1d4ed8"
          {...rest}
          {...controlProps(rest.id, { error })}
        />
        <input
          type="color"
          aria-label={t("pickColor", { name })}
          disabled={rest.readOnly}
          value={/^#[0-9a-f]{6}$/i.test(digits) ? digits.toLowerCase() : defaultColor}
          onChange={rest.onChange}
          className="h-12 w-14 shrink-0 rounded-control border border-line-strong bg-raised p-1"
        />
      </span>
    </Field>
  );
}

type MoveButtonProps = { id: string; label: string; onMove: (() => void) | null; isUp?: boolean };

/** Stays focusable at either end of the list, where it does nothing. */
function MoveButton({ id, label, onMove, isUp = false }: MoveButtonProps) {
  return (
    <Button
      id={id}
      variant="secondary"
      aria-label={label}
      aria-disabled={onMove === null || undefined}
      className={`px-3.5 ${onMove ? "" : "opacity-40"}`}
      onClick={() => onMove?.()}
    >
      <Icon name="chevron-down" className={`size-5 ${isUp ? "rotate-180" : ""}`} />
    </Button>
  );
}
