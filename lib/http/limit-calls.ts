import "server-only";

import type { Context } from "@/lib/context";

import type { TryLimit } from "./limit-tries";
import { createTryLimit } from "./limit-tries";

const minuteMs = 60_000;

/** Calls of one browser within a minute: more than anybody makes who buys. */
const browserCalls = { most: 20, withinMs: minuteMs };

/** Calls of one address, which a whole arena may share in its last minute, or of all callers whose address nobody knows. */
const addressCalls = { most: 6000, withinMs: minuteMs };

type CallLimits = { browsers: TryLimit; addresses: TryLimit };

// Next evaluates a module several times in one process, and the limits count for all of them.
const shared = globalThis as typeof globalThis & { tirageCallLimits?: CallLimits };

/**
 * Notes a call of a buyer that makes Apple or the gateway work before anything is paid; true when its browser or its
 * address has made too many within the minute: then nobody is to be asked. Counts in this process.
 */
export function isOverLimit({ actor, now }: Pick<Context, "actor" | "now">): boolean {
  if (actor.kind !== "buyer") return false;
  shared.tirageCallLimits ??= { browsers: createTryLimit(browserCalls), addresses: createTryLimit(addressCalls) };
  const { browsers, addresses } = shared.tirageCallLimits;
  const nowMs = now().getTime();
  const address = actor.address ?? "";
  if (browsers.isLimited(actor.clientKey, nowMs) || addresses.isLimited(address, nowMs)) return true;
  browsers.note(actor.clientKey, nowMs);
  addresses.note(address, nowMs);
  return false;
}
