import { useLocale, useTranslations } from "next-intl";

import type { ActionFailure } from "@/lib/people/client";
import type { Role, RoleGrant, RoleRight } from "@/lib/people/rules.roles";
import { getRoleMessageKey, isReadOnlyRole, roleRights, roles } from "@/lib/people/rules.roles";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { consoleZone } from "./console-zone";
import { useDrawTitle } from "./use-draw-titles";
import { useOrganizers } from "./use-organizers";

export function useRefusalText(): (refusal: ActionFailure) => string {
  const t = useTranslations("console.passkey");
  const reasons = useTranslations("reasons");
  return (refusal) => {
    switch (refusal.reason) {
      case "passkey-cancelled":
        return t("cancelled");
      case "passkey-known":
        return t("known");
      case "passkey-unsupported":
        return t("unsupported");
      case "passkey-elsewhere":
        return t("elsewhere", { host: refusal.host });
      default:
        return reasons(refusal.reason);
    }
  };
}

/** In the console's zone, with the year. */
export function useDateTimeFormat(): (at: string) => string {
  const locale = useLocale();
  return (at) => formatInstant(at, locale, consoleZone, "record");
}

/** The sentence about administrators names all other roles, so it doesn't repeat their rights. */
function isCoveredByOtherRoles(role: Role, right: RoleRight): boolean {
  return role === "admin" && roles.some((other) => other !== "admin" && roleRights[other].includes(right));
}

/** Only commands and the API use these so far; the console has no pages for them. */
export const rightsWithoutPage = ["view", "reports", "draws", "people"] as const satisfies RoleRight[];

type ConsoleRight = Exclude<RoleRight, (typeof rightsWithoutPage)[number]>;

function hasPage(right: RoleRight): right is ConsoleRight {
  return !rightsWithoutPage.some((each) => each === right);
}

/** A role's rights in the console, in sentences. */
export function useRightsText(): (role: Role) => string {
  const getParts = useRightsParts();
  const locale = useLocale();
  return (role) => {
    const { otherRoles, rights, limits } = getParts(role);
    const list = new Intl.ListFormat(`${locale}-CA`, { type: "conjunction" }).format(rights);
    return [...otherRoles, ...(list ? [`${capitalize(list, locale)}.`] : []), ...limits].join(" ");
  };
}

/** A role's rights in the console, one line each. */
export function useRightsLines(): (role: Role) => string[] {
  const getParts = useRightsParts();
  const locale = useLocale();
  return (role) => {
    const { otherRoles, rights, limits } = getParts(role);
    return [...otherRoles, ...rights.map((right) => `${capitalize(right, locale)}.`), ...limits];
  };
}

function capitalize(text: string, locale: string): string {
  return `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}`;
}

/** From the table of roles and rights. */
function useRightsParts(): (role: Role) => Record<"otherRoles" | "rights" | "limits", string[]> {
  const t = useTranslations("console.rights");
  return (role) => {
    const has = (right: RoleRight) => roleRights[role].includes(right);
    // Searching all orders includes finding one by email or code, so only the former is named.
    const rights = roleRights[role]
      .filter(hasPage)
      .filter((right) => !(right === "find" && has("browse")) && !isCoveredByOtherRoles(role, right));
    return {
      otherRoles: role === "admin" ? [t("allOthers")] : [],
      rights: rights.map((right) => t(right)),
      limits: [
        ...(has("find") && !has("contacts") ? [t("masked")] : []),
        ...(role === "Winner Picker" ? [t("noWinners")] : []),
        ...(isReadOnlyRole(role) && role !== "Winner Picker" ? [t("readOnly")] : []),
      ],
    };
  };
}

/** Names a role and its scope. Reads the titles and organizers that `grants` need; a page that lists draws has them. */
export function useRoleLabels(grants: readonly RoleGrant[] = []) {
  const names = useTranslations("console.roles");
  const scopes = useTranslations("console.scopes");
  const findDrawTitle = useDrawTitle(grants.some(({ scope }) => scope.kind === "draw"));
  const { getName: getOrganizerName } = useOrganizers(grants.some(({ scope }) => scope.kind === "parent"));
  const getScopeName = (scope: RoleGrant["scope"]) => {
    if (scope.kind === "everything") return scopes("everything");
    if (scope.kind === "parent") return scopes("parent", { name: getOrganizerName(scope.parentId) });
    return findDrawTitle(scope.drawId) ?? scopes("draw", { id: scope.drawId });
  };
  return ({ role, scope }: RoleGrant) => ({ name: names(getRoleMessageKey(role)), place: getScopeName(scope) });
}
