import { useLocale, useTranslations } from "next-intl";

import type { Trouble } from "@/lib/people/client";
import type { Role, RoleGrant, RoleRight } from "@/lib/people/rules.roles";
import { changesNothing, rightsOfRoles, roleKeyOf, roles } from "@/lib/people/rules.roles";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { consoleZone } from "./console-zone";

/** Tells in words why something wasn't done. */
export function useRefusalText(): (refusal: Trouble) => string {
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

/** A time in the console's zone, with its year. */
export function useMoment(): (at: string) => string {
  const locale = useLocale();
  return (at) => formatInstant(at, locale, consoleZone, "record");
}

/** An administrator's sentence names all other roles, so a right that one of them has is not named again. */
function isSaidOfOthers(role: Role, right: RoleRight): boolean {
  return role === "admin" && roles.some((other) => other !== "admin" && rightsOfRoles[other].includes(right));
}

/** What a role allows, in sentences, from the table of roles and rights. */
export function useRightsText(): (role: Role) => string {
  const t = useTranslations("console.rights");
  const locale = useLocale();
  return (role) => {
    const rights = rightsOfRoles[role];
    const has = (right: RoleRight) => rights.includes(right);
    // Somebody who may search all orders also finds one by email or code, so only the first is said.
    const said = rights.filter((right) => !(right === "find" && has("browse")) && !isSaidOfOthers(role, right));
    const list = new Intl.ListFormat(`${locale}-CA`, { type: "conjunction" }).format(said.map((right) => t(right)));
    return [
      ...(role === "admin" ? [t("allOthers")] : []),
      `${list.charAt(0).toLocaleUpperCase(locale)}${list.slice(1)}.`,
      ...(has("find") && !has("contacts") ? [t("masked")] : []),
      ...(role === "Winner Picker" ? [t("noWinners")] : []),
      ...(changesNothing(role) && role !== "Winner Picker" ? [t("readOnly")] : []),
    ].join(" ");
  };
}

/** Names a role and where it holds. */
export function useRoleLabels() {
  const names = useTranslations("console.roles");
  const scopes = useTranslations("console.scopes");
  return ({ role, scope }: RoleGrant) => ({
    name: names(roleKeyOf(role)),
    place:
      scope.kind === "everything"
        ? scopes("everything")
        : scopes(scope.kind, { id: scope.kind === "parent" ? scope.parentId : scope.drawId }),
  });
}
