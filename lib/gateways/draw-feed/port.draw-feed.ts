import type { Language } from "@/lib/platform/i18n/routing";

/**
 * `tag` is the ETag. `same`: nothing changed since the tag that was sent. `refused`: any other status below 500.
 * `malformed`: not JSON of an accepted size and depth.
 */
export type FeedResponse =
  | { kind: "found"; body: unknown; tag: string | null }
  | { kind: "same" }
  | { kind: "missing" }
  | { kind: "unusable"; problem: "away" | "slow" | "refused" | "malformed" };

/** Defined in docs/design.md, Draw feed. Calls never throw, and end within five seconds. */
export type DrawFeed = {
  /** An answer is valid for this long. */
  refreshMs: number;
  readInstance: (drawId: string, tag: string | null) => Promise<FeedResponse>;
  /** If `drawId` is null, reads the words of draws that have none of their own. */
  readMessages: (words: { drawId: string | null; language: Language }, tag: string | null) => Promise<FeedResponse>;
};
