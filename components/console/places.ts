import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";

/** The pages of the menu, in its order, and the right that each needs. */
const rightOf = {
  orders: "find",
  tablets: "devices",
  teams: "teams",
  people: "access",
  history: "history",
} as const;

type Rights = Pick<CurrentAdmin, "rights">;

export type MenuPlace = keyof typeof rightOf;

/** Everybody has an account. */
export type Place = MenuPlace | "account";

const menuPlaces = Object.keys(rightOf) as MenuPlace[];

export function mayOpen(me: Rights, place: Place): boolean {
  return place === "account" || hasRight(me, rightOf[place]);
}

export function listPlaces(me: Rights): MenuPlace[] {
  return menuPlaces.filter((place) => mayOpen(me, place));
}

export function pathOf(place: Place): string {
  return `/console/${place}`;
}

/** The page that follows a sign-in: orders, else the history, else the first of the menu. */
export function landingPlace(me: Rights): Place {
  const places = listPlaces(me);
  return (["orders", "history"] as const).find((place) => places.includes(place)) ?? places[0] ?? "account";
}
