import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRightsText } from "@/components/console/use-console-text";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { useOrganizers } from "@/components/console/use-organizers";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { drawNamesQuery } from "@/lib/draws/client";
import { currentAdminQuery } from "@/lib/people/client";
import type { Role, RoleGrant, Scope } from "@/lib/people/rules.roles";
import { getRoleMessageKey, roles, scopeKindsWithin, toGrants, toScope } from "@/lib/people/rules.roles";
import { computeAccessScope } from "@/lib/rights";

/** All null before the first choice. */
export type ChosenRole = { role: Role | null; kind: Scope["kind"] | null; id: string };

export const noRole: ChosenRole = { role: null, kind: null, id: "" };

const isPlaceMissing = ({ kind, id }: ChosenRole) => kind !== "everything" && id.trim() === "";

/** The end of the id of the first missing field. Null if the choice is complete. */
export function findMissingField(chosen: ChosenRole): "role" | "scope" | "place" | null {
  if (chosen.role === null) return "role";
  if (chosen.kind === null) return "scope";
  return isPlaceMissing(chosen) ? "place" : null;
}

export function toGrant(chosen: ChosenRole): RoleGrant | null {
  const { role, kind, id } = chosen;
  return role === null || kind === null || isPlaceMissing(chosen) ? null : { role, scope: toScope(kind, id.trim()) };
}

type RoleChoiceProps = {
  /** Distinguishes the fields of several choices on one page. */
  idPrefix: string;
  chosen: ChosenRole;
  /** Marks each missing field. */
  isChecked: boolean;
  onChange: (chosen: ChosenRole) => void;
};

export function RoleChoice({ idPrefix, chosen, isChecked, onChange }: RoleChoiceProps) {
  const t = useTranslations("console.people");
  const names = useTranslations("console.roles");
  const getRightsText = useRightsText();
  const change = (changes: Partial<ChosenRole>) => onChange({ ...chosen, ...changes });
  const { role, kind } = chosen;
  const scopeKinds = useScopeKinds();
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <SelectField
        id={`${idPrefix}-role`}
        label={t("role")}
        hint={role && getRightsText(role)}
        error={isChecked && role === null ? t("missing.role") : null}
        value={role ?? ""}
        onChange={(value) => change({ role: roles.find((option) => option === value) ?? null })}
      >
        <option value="">{t("chooseRole")}</option>
        {roles.map((option) => (
          <option key={option} value={option}>
            {names(getRoleMessageKey(option))}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-1 content-start gap-4">
        <SelectField
          id={`${idPrefix}-scope`}
          label={t("scope")}
          error={isChecked && kind === null ? t("missing.scope") : null}
          value={kind ?? ""}
          onChange={(value) => change({ kind: scopeKinds.find((option) => option === value) ?? null, id: "" })}
        >
          <option value="">{t("chooseScope")}</option>
          {scopeKinds.map((option) => (
            <option key={option} value={option}>
              {t(option)}
            </option>
          ))}
        </SelectField>
        {kind === "parent" || kind === "draw" ? (
          <PlaceField
            id={`${idPrefix}-place`}
            kind={kind}
            value={chosen.id}
            isMissing={isChecked && isPlaceMissing(chosen)}
            onChange={(id) => change({ id })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** The server refuses roles outside of the access scope of the signed-in person, so they aren't offered. */
function useScopeKinds(): Scope["kind"][] {
  const admin = useQuery({ ...currentAdminQuery(), enabled: false }).data;
  const accessScope = computeAccessScope(toGrants(admin?.roles ?? []), "access");
  return accessScope ? scopeKindsWithin(accessScope) : [];
}

type FieldProps = {
  id: string;
  label: string;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
};

function SelectField(props: FieldProps & { hint?: string | null; children: ReactNode }) {
  const { id, label, hint, error, value, onChange, children } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        {...controlProps(id, { hint, error })}
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </Field>
  );
}

type PlaceFieldProps = Pick<FieldProps, "id" | "value" | "onChange"> & {
  kind: "parent" | "draw";
  isMissing: boolean;
};

/** Asks for an id only if the console knows no draw or organizer to choose from. */
function PlaceField({ kind, isMissing, ...rest }: PlaceFieldProps) {
  const t = useTranslations("console.people");
  const read = useQuery(drawNamesQuery());
  const draws = useDrawOptions()(read.data ?? []);
  const organizers = useOrganizers().listOptions("access");
  const options = kind === "draw" ? draws : organizers;
  if (read.isPending || options.length > 0) {
    const choose = t(kind === "draw" ? "chooseDraw" : "chooseOrganizer");
    return (
      <SelectField {...rest} label={t(kind === "draw" ? "drawTitle" : "organizer")} error={isMissing ? choose : null}>
        <option value="">{choose}</option>
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  const error = isMissing ? t("missing.place") : null;
  const { id, value, onChange } = rest;
  return (
    <Field id={id} label={t(`${kind}Id`)} error={error}>
      <input
        {...controlProps(id, { error })}
        className={controlClass}
        value={value}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
