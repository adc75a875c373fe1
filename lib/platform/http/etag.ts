import "server-only";

import { createHash } from "node:crypto";

import type { Answer } from "./respond";

/**
 * Answers with a body that a CDN may keep for 2 seconds. The tag is made of `identity`, what counts as a change; it is
 * a weak one, as bodies may differ in the rest.
 */
export function answerWithEtag(body: unknown, identity: unknown): Answer {
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  return { ok: true, body, headers: { ETag: `W/"${tag}"`, "Cache-Control": "public, max-age=0, s-maxage=2" } };
}

/** True when `ifNoneMatch`, a request's header, names `tag`; weak or strong is all the same, as caches weaken tags. */
export function namesEtag(ifNoneMatch: string | null, tag: string | null): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return tag !== null && (ifNoneMatch ?? "").split(",").some((one) => bare(one) === bare(tag));
}
