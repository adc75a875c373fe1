import "server-only";

import { namesEtag } from "@/lib/platform/http/kept-answer";
import type { Answer } from "@/lib/platform/http/respond";

/** How long an answer may be kept whose address names its version (docs/design.md, Words of a draw). */
const keptSeconds = 24 * 60 * 60;

/**
 * Answers with messages. Under an address with their version (`?v=`, the tag of an answer before) they may be kept for
 * 24 hours; under any other they are asked for anew each time, which costs no body while they are the same.
 */
export function answerMessages(request: Request, body: unknown, version: string): Answer {
  const isVersioned = new URL(request.url).searchParams.get("v") === version;
  const caching = isVersioned ? `public, max-age=${keptSeconds}` : "public, no-cache";
  return { ok: true, body, headers: { ETag: `"${version}"`, "Cache-Control": caching } };
}

/** The answer without its body when the request names its tag. */
export function shortenUnchanged(request: Request, response: Response): Response {
  const isSame = response.ok && namesEtag(request.headers.get("if-none-match"), response.headers.get("etag"));
  return isSame ? new Response(null, { status: 304, headers: response.headers }) : response;
}
