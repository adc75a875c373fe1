import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Paper } from "./rules.paper";

/** What a buyer plays for, by its name: a team, or a group whose teams share the tickets evenly. */
export type ChosenTeam = { name: string; isWhole: boolean };

type TeamsDraw = Pick<PublicDraw, "teams">;

/**
 * The team or group that a buyer chose, as the draw names it now; null without one, and where it is gone or has no
 * name.
 */
export function chosenTeamOf(
  { teams: groups }: TeamsDraw,
  chosenId: string | null,
  locale: Language,
): ChosenTeam | null {
  const whole = groups.find(({ id }) => id === chosenId);
  const chosen = whole?.title ?? groups.flatMap(({ teams }) => teams).find(({ id }) => id === chosenId)?.name;
  const name = chosen === undefined ? "" : localText(chosen, locale).text;
  return name ? { name, isWhole: whole !== undefined } : null;
}

/** The team or group of an order in words; empty where it plays for none. */
export function teamOf({ t, order, draw, language }: Paper): string {
  const team = chosenTeamOf(draw, order.teamId, language);
  return team?.isWhole ? t("order.teamWhole", { group: team.name }) : (team?.name ?? "");
}
