/** Names of Lucide icons that suit a team. The server draws them itself (decision 043). */
export const teamIcons = [
  ...(["trophy", "medal", "star", "crown", "heart", "shield", "flag", "rocket", "flame", "zap"] as const),
  ...(["sun", "moon", "snowflake", "leaf", "tree-pine", "mountain", "waves", "anchor"] as const),
  ...(["bird", "cat", "dog", "fish", "rabbit", "squirrel", "turtle", "paw-print", "feather", "bike"] as const),
] as const;

export type TeamIcon = (typeof teamIcons)[number];

export function getIconImage(icon: TeamIcon): string {
  return `lucide:${icon}`;
}

export function getImageIcon(picture: string): TeamIcon | undefined {
  return teamIcons.find((icon) => getIconImage(icon) === picture);
}
