import "server-only";

import { createHash } from "node:crypto";

import type { BodyForms, EncodedBody } from "./body-forms";
import { encodeFor, namesEtag } from "./body-forms";

/** An answer that all who ask share: its tag, and its body as JSON with the forms of it. */
export type KeptAnswer = BodyForms & { tag: string };

/** What is sent of a kept answer; no body where the caller has it. */
export type SentAnswer = {
  status: 200 | 304;
  headers: Record<string, string>;
  body: EncodedBody["bytes"] | null;
};

/**
 * Keeps a body. The tag is made of `identity`, what counts as a change; it is a weak one, as bodies may differ in the
 * rest.
 */
export function keepAnswer(body: unknown, identity: unknown): KeptAnswer {
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  return { tag: `W/"${tag}"`, body: JSON.stringify(body), forms: new Map() };
}

/**
 * The answer to a request, whose headers `headerOf` returns by name: 304 if it names the ETag, otherwise the best form
 * that its caller accepts. A CDN may cache it for a second.
 */
export function sendKept(
  kept: KeptAnswer,
  requestId: string,
  headerOf: (name: "if-none-match" | "accept-encoding") => string | null | undefined,
): SentAnswer {
  const headers = {
    "X-Request-Id": requestId,
    "Cache-Control": "public, max-age=0, s-maxage=1",
    ETag: kept.tag,
    "Content-Type": "application/json",
  };
  if (namesEtag(headerOf("if-none-match") ?? null, kept.tag)) return { status: 304, headers, body: null };
  const { bytes, headers: encoded } = encodeFor(kept, headerOf("accept-encoding"));
  return { status: 200, headers: { ...headers, ...encoded }, body: bytes };
}
