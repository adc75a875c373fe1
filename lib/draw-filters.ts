/** Query values of the draw list (docs/design.md, Filters of the draw list). */
export const drawFilters = ["upcoming", "ending-soon", "highest-jackpot", "hot", "past"] as const;

export type DrawFilter = (typeof drawFilters)[number];

export function readDrawFilter(value: unknown): DrawFilter | undefined {
  return drawFilters.find((filter) => filter === value);
}
