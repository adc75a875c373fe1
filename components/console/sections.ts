import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import type { NeededRight } from "@/lib/rights";

/** In the order of the menu, with the rights of which each page needs one. */
const sectionRights = {
  home: ["reports", "browse"],
  draws: "draws",
  orders: "find",
  tablets: "devices",
  teams: "teams",
  people: "access",
  history: "history",
} as const satisfies Record<string, NeededRight>;

type Rights = Pick<CurrentAdmin, "rights">;

export type MenuSection = keyof typeof sectionRights;

/** Every person has an account. */
export type Section = MenuSection | "account";

const menuSections = Object.keys(sectionRights) as MenuSection[];

export function mayOpen(admin: Rights, section: Section): boolean {
  return section === "account" || [sectionRights[section]].flat().some((right) => hasRight(admin, right));
}

export function listSections(admin: Rights): MenuSection[] {
  return menuSections.filter((section) => mayOpen(admin, section));
}

export function getSectionPath(section: Section): string {
  return section === "home" ? "/console" : `/console/${section}`;
}

export function isInSection(path: string, section: Section): boolean {
  const sectionPath = getSectionPath(section);
  return path === sectionPath || (section !== "home" && path.startsWith(`${sectionPath}/`));
}

/** What `/console` shows. */
export function getLandingSection(admin: Rights): Section {
  const sections = listSections(admin);
  const first = (["home", "orders", "history"] as const).find((section) => sections.includes(section));
  return first ?? sections[0] ?? "account";
}
