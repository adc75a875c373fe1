import type { Language } from "@/lib/platform/i18n/routing";

/**
 * `tag` is the ETag, and `same` means that nothing changed since the tag that was sent. `refused` is any other status
 * below 500. `malformed` is no JSON of an accepted size and depth.
 */
export type FeedResponse =
  | { kind: "found"; body: unknown; tag: string | null }
  | { kind: "same" }
  | { kind: "missing" }
  | { kind: "unusable"; problem: "away" | "slow" | "refused" | "malformed" };

/** See docs/design.md, Draw feed. A call never throws and ends within five seconds. */
export type DrawFeed = {
  /** How long an answer is valid. */
  refreshMs: number;
  readInstance: (drawId: string, tag: string | null) => Promise<FeedResponse>;
  /** With `drawId` null, reads the words of all draws without their own. */
  readMessages: (words: { drawId: string | null; language: Language }, tag: string | null) => Promise<FeedResponse>;
};
