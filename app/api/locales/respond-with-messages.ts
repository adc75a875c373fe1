import "server-only";

import { matchesEtag } from "@/lib/platform/http/cached-response";
import type { ApiResult } from "@/lib/platform/http/respond";

const keptSeconds = 24 * 60 * 60;

/**
 * `?v=` names a version, the ETag of an earlier answer. Such an answer may be cached (docs/design.md, Words of a draw).
 */
export function respondWithMessages(request: Request, body: unknown, version: string): ApiResult {
  const isVersioned = new URL(request.url).searchParams.get("v") === version;
  const caching = isVersioned ? `public, max-age=${keptSeconds}` : "public, no-cache";
  return { ok: true, body, headers: { ETag: `"${version}"`, "Cache-Control": caching } };
}

export function shortenUnchanged(request: Request, response: Response): Response {
  const isSame = response.ok && matchesEtag(request.headers.get("if-none-match"), response.headers.get("etag"));
  return isSame ? new Response(null, { status: 304, headers: response.headers }) : response;
}
