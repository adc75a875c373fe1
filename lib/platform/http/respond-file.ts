import "server-only";

import { createHash } from "node:crypto";

import { namesEtag } from "./body-forms";

/** A file that is the same for all who ask. */
export type ServedFile = { content: Uint8Array<ArrayBuffer> | string; type: string };

/** Answers with a file that anyone may cache for a minute; 304 if the caller has it. */
export function respondFile(requestId: string, { content, type }: ServedFile, ifNoneMatch: string | null): Response {
  const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const headers = { "X-Request-Id": requestId, "Cache-Control": "public, max-age=60", ETag: tag };
  if (namesEtag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  return new Response(content, { headers: { ...headers, "Content-Type": type } });
}
