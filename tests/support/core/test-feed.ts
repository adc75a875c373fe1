import type { DrawFeed, FeedResponse } from "@/lib/gateways/draw-feed/port.draw-feed";

/** Counts requests. Answers with the state at the time of the request, after `hold` resolves. */
export type TestFeed = DrawFeed & {
  answers: Map<string, FeedResponse>;
  words: Map<string, FeedResponse>;
  asked: string[];
  hold: Promise<void>;
};

export function createTestFeed(): TestFeed {
  const feed: TestFeed = {
    refreshMs: 30_000,
    answers: new Map(),
    words: new Map(),
    asked: [],
    hold: Promise.resolve(),
    readInstance: async (drawId, tag) => {
      feed.asked.push(drawId);
      const answer = sinceTag(feed.answers.get(drawId), tag);
      await feed.hold;
      return answer;
    },
    readMessages: async ({ language }, tag) => sinceTag(feed.words.get(language), tag),
  };
  return feed;
}

function sinceTag(answer: FeedResponse = { kind: "missing" }, tag: string | null): FeedResponse {
  return answer.kind === "found" && answer.tag && answer.tag === tag ? { kind: "same" } : answer;
}
