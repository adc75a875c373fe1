import type { Draw } from "@/lib/draws/schema";
import type { LocalText } from "@/lib/local-text";
import type { FieldProblem } from "@/lib/platform/http/reasons";

import { getPictureIcon } from "./rules.icons";
import type { ChangeTeamsInput } from "./schema";

export type TeamGroup = Draw["teams"][number];

export type Team = TeamGroup["teams"][number];

/** A draw with teams. If it `isFed`, it comes from the upstream platform and its teams are changed there. */
export type TeamDraw = { id: string; title: LocalText; teamCount: number; isFed: boolean };

/** A picture that a team has, and the team's name. */
export type UsedPicture = { picture: string; name: LocalText };

/** `revision` is the draw's. A change names the one it began with. */
export type TeamsView = Omit<TeamDraw, "teamCount"> & {
  revision: number;
  isBilingual: boolean;
  groups: TeamGroup[];
  /** What teams have in the draws of the caller's scope. */
  pictures: UsedPicture[];
};

/**
 * The files and rarer icons that teams have, each once. Pages show no pictures of other sites, and the usual icons are
 * offered anyway.
 */
export function listUsedPictures(draws: readonly Pick<Draw, "teams">[]): UsedPicture[] {
  const used = new Map<string, UsedPicture>();
  for (const { name, icon = "" } of draws.flatMap(({ teams }) => teams.flatMap((group) => group.teams))) {
    const isOffered = icon !== "" && !icon.startsWith("https:") && !getPictureIcon(icon);
    if (isOffered && !used.has(icon)) used.set(icon, { picture: icon, name });
  }
  return [...used.values()];
}

export function countTeams({ teams: groups }: Pick<Draw, "teams">): number {
  return groups.reduce((sum, { teams }) => sum + teams.length, 0);
}

/** Whether a draw has its words in both languages, so that its teams should have them too. */
export function isBilingual({ title, teams: groups }: Pick<Draw, "title" | "teams">): boolean {
  const texts = [title, ...groups.flatMap((group) => [group.title, ...group.teams.map(({ name }) => name)])];
  return texts.some((text) => typeof text !== "string" && Boolean(text.fr));
}

/** Orders refer to teams by id, so no id may be missing, added or moved to another group. */
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
