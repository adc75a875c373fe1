import "server-only";

import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import { logRarely } from "@/lib/platform/server/log";
import type { FailedOutcome, FetchedMessages, LastFetch } from "./rules";
import { pickMessages, readLocale, withMessages } from "./rules";

export type UpstreamDraw =
  | { kind: "found"; instance: unknown; lastFetch: LastFetch }
  | { kind: "same"; lastFetch: LastFetch }
  | { kind: FailedOutcome };

/** Fetches a draw and its words, each only if it changed. No answer of the platform makes it throw. */
export async function readUpstream(feed: DrawFeed, drawId: string, lastFetch: LastFetch | null): Promise<UpstreamDraw> {
  const first = await feed.readInstance(drawId, lastFetch?.tag ?? null);
  if (first.kind === "missing") return { kind: "missing" };
  if (first.kind === "unusable") return { kind: first.problem === "refused" ? "malformed" : first.problem };
  const { useLocal, lang } = first.kind === "found" ? readLocale(first.body) : (lastFetch ?? readLocale(null));
  const before = lastFetch?.useLocal === useLocal ? lastFetch.words : {};
  const words = await readAllMessages(feed, { drawId: useLocal ? drawId : null, lang }, before);
  const tag = first.kind === "found" ? first.tag : (lastFetch?.tag ?? null);
  const next: LastFetch = { tag, useLocal, lang, words };
  if (first.kind === "found") return { kind: "found", instance: withMessages(first.body, words), lastFetch: next };
  if (haveSameMessages(before, words)) return { kind: "same", lastFetch: next };
  // Only the words changed, but they are imported together with a definition, so that is fetched too.
  return readUpstream(feed, drawId, { ...next, tag: null });
}

function haveSameMessages(left: LastFetch["words"], right: LastFetch["words"]): boolean {
  return languages.every((one) => JSON.stringify(left[one]?.messages) === JSON.stringify(right[one]?.messages));
}

async function readAllMessages(
  feed: DrawFeed,
  { drawId, lang }: { drawId: string | null; lang: Language },
  before: LastFetch["words"],
): Promise<LastFetch["words"]> {
  const entries = await Promise.all(
    languages.map(async (language) => {
      const words = { drawId, language, isExpected: language === lang };
      return [language, await readMessages(feed, words, before[language])] as const;
    }),
  );
  return Object.fromEntries(entries.filter(([, words]) => words !== undefined));
}

/** `drawId` is null for words that all draws share. `isExpected` is true for the draw's own language. */
type MessagesRequest = { drawId: string | null; language: Language; isExpected: boolean };

/** After a failure the earlier words stay. It is only logged, because pages can do without words. */
async function readMessages(
  feed: DrawFeed,
  words: MessagesRequest,
  earlier: FetchedMessages | undefined,
): Promise<FetchedMessages | undefined> {
  const { flat } = findMessageCatalogue(words.language);
  // A release of this product may have changed a message, and words that no longer fit would make the import fail.
  const before = earlier && { ...earlier, messages: pickMessages({ data: earlier.messages }, flat)?.messages ?? {} };
  const answer = await feed.readMessages(words, before?.tag ?? null);
  if (answer.kind === "same") return before;
  if (answer.kind === "missing") {
    if (words.isExpected) logRarely("The upstream platform has no words for one of its draws");
    return undefined;
  }
  if (answer.kind === "unusable") {
    logRarely(`Words were not fetched from the upstream platform: ${answer.problem}`);
    return before;
  }
  const picked = pickMessages(answer.body, flat);
  if (!picked) {
    logRarely("Words from the upstream platform have no data");
    return before;
  }
  if (picked.rejected > 0)
    logRarely("Words from the upstream platform can't be used", `, ${picked.rejected} of one answer`);
  return { tag: answer.tag, messages: picked.messages };
}
