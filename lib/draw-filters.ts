/** The filters of the list of draws, as they stand in its query (docs/design.md, Filters of the draw list). */
export const drawFilters = ["upcoming", "ending-soon", "highest-jackpot", "hot", "past"] as const;

/** One filter of the list of draws. */
export type DrawFilter = (typeof drawFilters)[number];

/** Reads a filter from the query; anything else is no filter. */
export function readDrawFilter(value: unknown): DrawFilter | undefined {
  return drawFilters.find((filter) => filter === value);
}
