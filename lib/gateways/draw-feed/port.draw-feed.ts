import type { Language } from "@/lib/platform/i18n/routing";

/**
 * What the upstream platform answered. `tag` is its ETag; `same`: nothing changed since the answer with the tag that
 * was sent; `missing`: it has no such thing. Of an answer that cannot be used `problem` says why: nobody answered, not
 * in time, with a status that says no, or with something that is no JSON of a fit size.
 */
export type FeedAnswer =
  | { kind: "found"; body: unknown; tag: string | null }
  | { kind: "same" }
  | { kind: "missing" }
  | { kind: "unusable"; problem: "away" | "slow" | "refused" | "malformed" };

/**
 * An upstream platform that has draws and their words (docs/design.md, Draw feed). A call never throws for what it
 * answers or fails to, and ends within five seconds.
 */
export type DrawFeed = {
  /** How long an answer counts before it is asked for again, in ms. */
  refreshMs: number;
  readInstance: (drawId: string, tag: string | null) => Promise<FeedAnswer>;
  /** The words of a draw, or, where `drawId` is null, those of all that have none of their own. */
  readMessages: (words: { drawId: string | null; language: Language }, tag: string | null) => Promise<FeedAnswer>;
};
