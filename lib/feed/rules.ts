import { whyNotWord } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages, MessageTree } from "@/lib/platform/i18n/message-tree";
import { flattenMessages } from "@/lib/platform/i18n/message-tree";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage } from "@/lib/platform/i18n/routing";

/** Why nothing came that could be imported. */
export type FailedOutcome = "missing" | "away" | "slow" | "malformed";

/** What became of asking: `accepted` also where nothing had changed; `refused`: the definition was not imported. */
export type FeedOutcome = "accepted" | "refused" | FailedOutcome;

/** The words of a language as the platform sent them last, those that can be said, with their tag. */
export type SeenWords = { tag: string | null; messages: Record<string, string> };

/** What an instance says of its words: whether they are its own, and in which language it is kept. */
export type SaidLocale = { useLocal: boolean; lang: Language };

/** What was fetched last, to ask whether it changed: the tag of the instance, and which words it says. */
export type Seen = SaidLocale & { tag: string | null; words: Partial<Record<Language, SeenWords>> };

/** Times in ms (docs/design.md, Draw feed); how often a known draw is asked for is a setting. */
export const feedTimes = {
  /** Between two askings for a draw whose sales ended a day ago or more: its winners are still to come. */
  endedMs: 15 * 60_000,
  /** The same for one that nobody here knows: the platform did not have it, or could not be asked. */
  unknownMs: 60_000,
  unansweredMs: 5000,
  /** A definition that was refused, while it stays the same. */
  refusedMs: 10 * 60_000,
  /** After this another process may ask; once one does, whoever asked before stores nothing any more. */
  leaseMs: 60_000,
  /** How long the card gateway may take to tell of an account: half of the lease is left for the rest. */
  accountMs: 10_000,
  /** How long somebody waits who can be shown the definition before. */
  patienceMs: 1500,
} as const;

/** Draws that ended so long ago are not asked for any more, in days. */
export const forgottenDays = 90;

/** A row of a draw that was asked for, as far as the schedule goes. */
export type Asked = { outcome: FeedOutcome | null; checkedAt: Date | null; isKnown: boolean };

function restMsOf({ outcome, isKnown }: Asked, refreshMs: number): number {
  if (isKnown) return refreshMs;
  return outcome === "missing" || outcome === "refused" ? feedTimes.unknownMs : feedTimes.unansweredMs;
}

/** True when the platform is to be asked for a draw on demand; `asked` is null for one that nobody asked for. */
export function isDue(asked: Asked | null, now: Date, refreshMs: number): boolean {
  if (!asked?.checkedAt) return true;
  return now.getTime() - asked.checkedAt.getTime() >= restMsOf(asked, refreshMs);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads what an instance says of its words; an import tells later what is wrong with it. */
export function readLocale(instance: unknown): SaidLocale {
  const locale = isObject(instance) && isObject(instance.locale) ? instance.locale : {};
  return { useLocal: locale.useLocal === true, lang: isLanguage(locale.lang) ? locale.lang : "en" };
}

/** The most words that a draw has of its own (docs/design.md, Words of a draw). */
const maxWords = 500;

/**
 * Takes from `{data}` the words that differ from the product's own and can be said in their place; `left` counts what
 * cannot. Null where there is no data.
 */
export function pickWords(
  body: unknown,
  originals: FlatMessages,
): { messages: Record<string, string>; left: number } | null {
  if (!isObject(body) || !isObject(body.data)) return null;
  const others = [...flattenMessages(body.data as MessageTree)].filter(([key, text]) => originals.get(key) !== text);
  const fit = others.filter(([key, text]) => text.length <= 2000 && whyNotWord(originals.get(key), text) === null);
  const messages = Object.fromEntries(fit.slice(0, maxWords));
  return { messages, left: others.length - Object.keys(messages).length };
}

/**
 * The instance with the words that were fetched for it; for a language that nothing was fetched for its own, where it
 * says them.
 */
export function withWords(instance: unknown, words: Seen["words"]): unknown {
  const fetched = Object.entries(words).filter(([, { messages }]) => Object.keys(messages).length > 0);
  if (!isObject(instance) || fetched.length === 0) return instance;
  const locale = isObject(instance.locale) ? instance.locale : {};
  const own = locale.useLocal === true && isObject(locale.messages) ? locale.messages : {};
  const messages = { ...own, ...Object.fromEntries(fetched.map(([language, { messages }]) => [language, messages])) };
  return { ...instance, locale: { ...locale, useLocal: true, messages } };
}

function withoutCounters(part: unknown): unknown {
  if (!isObject(part)) return part;
  const { numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...rest } = part;
  return rest;
}

/** What of an instance an import takes, as a text: counters and the time state change without it. */
export function definitionText(instance: unknown): string {
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
