import { useTranslations } from "next-intl";

import { controlClass, Field } from "@/components/ui/field";
import type { Role, RoleGrant, Scope } from "@/lib/people/rules.roles";
import { roleKeyOf, roles, toScope } from "@/lib/people/rules.roles";

/** A role that is being chosen: the id may be empty still. */
export type ChosenRole = { role: Role; kind: Scope["kind"]; id: string };

export const noRole: ChosenRole = { role: "Order Manager", kind: "everything", id: "" };

/** Null while the place isn't named. */
export function grantOf({ role, kind, id }: ChosenRole): RoleGrant | null {
  return kind === "everything" || id.trim() ? { role, scope: toScope(kind, id.trim()) } : null;
}

type RoleChoiceProps = {
  /** Tells the fields of several choices on a page apart. */
  idPrefix: string;
  chosen: ChosenRole;
  onChange: (chosen: ChosenRole) => void;
};

const scopeKinds = ["everything", "parent", "draw"] as const;

export function RoleChoice({ idPrefix, chosen, onChange }: RoleChoiceProps) {
  const t = useTranslations("console.people");
  const names = useTranslations("console.roles");
  const hint = names(`${roleKeyOf(chosen.role)}.text`);
  const change = (part: Partial<ChosenRole>) => onChange({ ...chosen, ...part });
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field id={`${idPrefix}-role`} label={t("role")} hint={hint}>
        <select
          id={`${idPrefix}-role`}
          aria-describedby={`${idPrefix}-role-hint`}
          className={controlClass}
          value={chosen.role}
          onChange={(event) => change({ role: event.target.value as Role })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {names(`${roleKeyOf(role)}.name`)}
            </option>
          ))}
        </select>
      </Field>
      <div className="grid grid-cols-1 content-start gap-4">
        <Field id={`${idPrefix}-scope`} label={t("scope")}>
          <select
            id={`${idPrefix}-scope`}
            className={controlClass}
            value={chosen.kind}
            onChange={(event) => change({ kind: event.target.value as Scope["kind"] })}
          >
            {scopeKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(kind)}
              </option>
            ))}
          </select>
        </Field>
        {chosen.kind === "everything" ? null : (
          <Field id={`${idPrefix}-place`} label={t(chosen.kind === "parent" ? "parentId" : "drawId")}>
            <input
              id={`${idPrefix}-place`}
              className={controlClass}
              value={chosen.id}
              maxLength={64}
              required
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ id: event.target.value })}
            />
          </Field>
        )}
      </div>
    </div>
  );
}
