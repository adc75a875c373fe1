import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";

/** In the order of the menu, with the right that each page needs. */
const sectionRights = {
  draws: "draws",
  orders: "find",
  tablets: "devices",
  teams: "teams",
  people: "access",
  history: "history",
} as const;

type Rights = Pick<CurrentAdmin, "rights">;

export type MenuSection = keyof typeof sectionRights;

/** Every person has an account. */
export type Section = MenuSection | "account";

const menuSections = Object.keys(sectionRights) as MenuSection[];

export function mayOpen(admin: Rights, section: Section): boolean {
  return section === "account" || hasRight(admin, sectionRights[section]);
}

export function listSections(admin: Rights): MenuSection[] {
  return menuSections.filter((section) => mayOpen(admin, section));
}

export function getSectionPath(section: Section): string {
  return `/console/${section}`;
}

export function getLandingSection(admin: Rights): Section {
  const sections = listSections(admin);
  return (["orders", "history"] as const).find((section) => sections.includes(section)) ?? sections[0] ?? "account";
}
