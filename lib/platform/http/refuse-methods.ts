import "server-only";

import { currentRequestId } from "@/lib/platform/server/log";

import { refuse } from "./reasons";
import { respondRefusal } from "./respond";

/** The methods that a route may have; what Next has no name for is refused before it (guard-servers.ts). */
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

type Method = (typeof methods)[number];
type Handlers = Record<Method, () => Response>;

function allowOf(known: readonly Method[]): string {
  const withHead: Method[] = known.includes("GET") ? ["HEAD", ...known] : [...known];
  return [...withHead, "OPTIONS"].sort().join(", ");
}

/**
 * Handlers for the methods that a route doesn't support, exported beside those it does: 405 in the form of every
 * refusal, with `Allow` listing the supported ones. Next's own answer is empty.
 */
export function refuseMethodsBut(...known: Method[]): Handlers {
  const headers = { Allow: allowOf(known) };
  const refused = () => respondRefusal(currentRequestId(), refuse("method-not-allowed"), headers);
  const handlers = Object.fromEntries(methods.map((method) => [method, refused])) as Handlers;
  const answerOptions = () => new Response(null, { status: 204, headers });
  return { ...handlers, OPTIONS: answerOptions };
}
