import type { Team } from "@/lib/teams/rules";

/** A team as typed. For a draw in one language, its text is in `en`. */
export type TeamDraft = { id: string; en: string; fr: string; color: string; icon: string };

export function toDraft({ id, name, color = "", icon = "" }: Team, isBilingual: boolean): TeamDraft {
  const names =
    typeof name === "string" ? { en: name, fr: isBilingual ? name : "" } : { en: name.en, fr: name.fr ?? "" };
  return { id, ...names, color, icon };
}

/** A name that was one text for both languages stays one while both are equal. */
export function toTeam({ id, color, icon, ...typed }: TeamDraft, earlier: Team, isBilingual: boolean): Team {
  const [en, fr] = [typed.en.trim(), typed.fr.trim()];
  const wasOne = typeof earlier.name === "string";
  const isOne = wasOne && (!isBilingual || en === fr);
  return {
    id,
    name: isOne ? en : { en, ...(fr ? { fr } : {}) },
    ...(icon.trim() ? { icon: icon.trim() } : {}),
    ...(color.trim() ? { color: color.trim() } : {}),
  };
}

export function moveTo(teams: readonly TeamDraft[], from: number, to: number): TeamDraft[] {
  const moved = teams[from];
  if (!moved || to < 0 || to >= teams.length) return [...teams];
  const rest = teams.filter((_team, place) => place !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
