import { findOverrideProblem } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages, MessageTree } from "@/lib/platform/i18n/message-tree";
import { flattenMessages } from "@/lib/platform/i18n/message-tree";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage } from "@/lib/platform/i18n/routing";

export type FailedOutcome = "missing" | "away" | "slow" | "malformed";

/** `accepted` also if nothing changed. `refused` if the definition was not imported. */
export type FeedOutcome = "accepted" | "refused" | FailedOutcome;

export type FetchedMessages = { tag: string | null; messages: Record<string, string> };

export type InstanceLocale = { useLocal: boolean; lang: Language };

/** The last answer, with the tags by which the platform can tell that nothing changed. */
export type LastFetch = InstanceLocale & { tag: string | null; words: Partial<Record<Language, FetchedMessages>> };

/** Intervals and limits of docs/design.md, Draw feed. The interval for draws on sale is a setting. */
export const feedTimes = {
  /** For draws that ended at least a day ago, whose winners may still be published. */
  endedMs: 15 * 60_000,
  /** For draws that the platform doesn't have, and after no answer. */
  unknownMs: 60_000,
  unansweredMs: 5000,
  /** A refused definition is tried again after this time, or once it changes. */
  refusedMs: 10 * 60_000,
  /** After this time another process may take over the lease, and the first one stores nothing. */
  leaseMs: 60_000,
  /** The wait for the card gateway's report, short enough to leave most of the lease. */
  accountMs: 10_000,
  pageTimeoutMs: 1500,
} as const;

export const inactiveDays = 90;

export type FeedState = { outcome: FeedOutcome | null; checkedAt: Date | null; isKnown: boolean };

export function isDue(state: FeedState | null, now: Date, refreshMs: number): boolean {
  if (!state?.checkedAt) return true;
  return now.getTime() - state.checkedAt.getTime() >= refetchAfterMs(state, refreshMs);
}

/** A malformed locale becomes the default here and is refused by the import. */
export function readLocale(instance: unknown): InstanceLocale {
  const locale = isObject(instance) && isObject(instance.locale) ? instance.locale : {};
  return { useLocal: locale.useLocal === true, lang: isLanguage(locale.lang) ? locale.lang : "en" };
}

/**
 * Returns the words in `{data}` that differ from the product's and fit their place; `rejected` has the rest. Null if
 * the body has no data.
 */
export function pickMessages(
  body: unknown,
  originals: FlatMessages,
): { messages: Record<string, string>; rejected: number } | null {
  if (!isObject(body) || !isObject(body.data)) return null;
  const others = [...flattenMessages(body.data as MessageTree)].filter(([key, text]) => originals.get(key) !== text);
  const fit = others.filter(
    ([key, text]) => text.length <= 2000 && findOverrideProblem(originals.get(key), text) === null,
  );
  const messages = Object.fromEntries(fit.slice(0, maxWords));
  return { messages, rejected: others.length - Object.keys(messages).length };
}

export function withMessages(instance: unknown, words: LastFetch["words"]): unknown {
  const fetched = Object.entries(words).filter(([, { messages }]) => Object.keys(messages).length > 0);
  if (!isObject(instance) || fetched.length === 0) return instance;
  const locale = isObject(instance.locale) ? instance.locale : {};
  const localMessages = locale.useLocal === true && isObject(locale.messages) ? locale.messages : {};
  const messages = {
    ...localMessages,
    ...Object.fromEntries(fetched.map(([language, { messages }]) => [language, messages])),
  };
  return { ...instance, locale: { ...locale, useLocal: true, messages } };
}

export function toDefinitionText(instance: unknown): string {
  if (!isObject(instance)) return JSON.stringify(instance);
  const { state, secondDraws, ...rest } = withoutCounters(instance) as Record<string, unknown>;
  const definition = {
    ...rest,
    state: isObject(state) ? { ...state, time_state: undefined } : state,
    secondDraws: Array.isArray(secondDraws) ? secondDraws.map(withoutCounters) : secondDraws,
  };
  return JSON.stringify(definition, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1))) : part,
  );
}

function refetchAfterMs({ outcome, isKnown }: FeedState, refreshMs: number): number {
  if (isKnown) return refreshMs;
  return outcome === "missing" || outcome === "refused" ? feedTimes.unknownMs : feedTimes.unansweredMs;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const maxWords = 500;

function withoutCounters(part: unknown): unknown {
  if (!isObject(part)) return part;
  const { numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...rest } = part;
  return rest;
}
