import type { Draw } from "@/lib/draws/schema";
import type { LocalText } from "@/lib/local-text";
import type { FieldProblem } from "@/lib/platform/http/reasons";

import { getImageIcon } from "./rules.icons";
import type { ChangeTeamsInput } from "./schema";

export type TeamGroup = Draw["teams"][number];

export type Team = TeamGroup["teams"][number];

/** If a draw `isFed`, the upstream platform defines it and its teams are changed there. */
export type TeamDraw = { id: string; title: LocalText; teamCount: number; isFed: boolean };

/** `name` is that of the team with this picture. */
export type UsedImage = { picture: string; name: LocalText };

/** `revision` is the draw's; a change names the revision that it began with. */
export type TeamsView = Omit<TeamDraw, "teamCount"> & {
  revision: number;
  isBilingual: boolean;
  groups: TeamGroup[];
  /** Pictures of teams in the draws of the caller's scope. */
  pictures: UsedImage[];
};

/** Returns each picture once, without those of other sites (never shown) and built-in team icons (always offered). */
export function listUsedImages(draws: readonly Pick<Draw, "teams">[]): UsedImage[] {
  const used = new Map<string, UsedImage>();
  for (const { name, icon = "" } of draws.flatMap(({ teams }) => teams.flatMap((group) => group.teams))) {
    const isOffered = icon !== "" && !icon.startsWith("https:") && !getImageIcon(icon);
    if (isOffered && !used.has(icon)) used.set(icon, { picture: icon, name });
  }
  return [...used.values()];
}

export function countTeams({ teams: groups }: Pick<Draw, "teams">): number {
  return groups.reduce((sum, { teams }) => sum + teams.length, 0);
}

/** Returns true if the draw has words in both languages, so that its teams need both, too. */
export function isBilingual({ title, teams: groups }: Pick<Draw, "title" | "teams">): boolean {
  const texts = [title, ...groups.flatMap((group) => [group.title, ...group.teams.map(({ name }) => name)])];
  return texts.some((text) => typeof text !== "string" && Boolean(text.fr));
}

/** Orders refer to teams by id, so no id may be missing, new or in another group. */
export function findTeamProblems(groups: readonly TeamGroup[], newGroups: ChangeTeamsInput["teams"]): FieldProblem[] {
  if (newGroups.length !== groups.length) return [{ field: "teams", problem: "not-in-draw" }];
  return newGroups.flatMap(({ id, teams }, groupIndex): FieldProblem[] => {
    const group = groups[groupIndex];
    if (group?.id !== id) return [{ field: `teams.${groupIndex}.id`, problem: "not-in-draw" }];
    const remainingIds = new Set(group.teams.map((team) => team.id));
    const foreign = teams.flatMap((team, index): FieldProblem[] =>
      remainingIds.delete(team.id) ? [] : [{ field: `teams.${groupIndex}.teams.${index}.id`, problem: "not-in-draw" }],
    );
    return remainingIds.size > 0 ? [...foreign, { field: `teams.${groupIndex}.teams`, problem: "required" }] : foreign;
  });
}

export function replaceTeams(groups: readonly TeamGroup[], newGroups: ChangeTeamsInput["teams"]): TeamGroup[] {
  return groups.map((group, groupIndex) => ({ ...group, teams: newGroups[groupIndex]?.teams ?? group.teams }));
}
