import "server-only";

import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";

import Negotiator from "negotiator";

const encodings = ["br", "gzip", "identity"] as const;

type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

export type EncodableBody = { body: string; forms: Map<Encoding, Bytes> };

export type CachedResponse = EncodableBody & { tag: string };

/** Takes as long as gzip and compresses better. */
const brotliQuality = 5;

const compress: Record<Encoding, (body: string) => Uint8Array> = {
  br: (body) => brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body) => gzipSync(body),
  identity: (body) => Buffer.from(body),
};

/** The best encoding that `Accept-Encoding` allows, or identity without the header. */
export function encodeFor(
  cached: EncodableBody,
  accepted: string | null | undefined,
): { bytes: Bytes; headers: Record<string, string> } {
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted ?? "identity" } });
  const names = negotiator.encodings([...encodings]);
  const encoding = encodings.find((name) => names.includes(name)) ?? "identity";
  const bytes = encodeBody(cached, encoding);
  const headers: Record<string, string> = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return { bytes, headers: { ...headers, "Content-Length": String(bytes.length) } };
}

/** Compares weakly, because caches weaken tags. */
export function matchesEtag(ifNoneMatch: string | null, tag: string | null): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return tag !== null && (ifNoneMatch ?? "").split(",").some((one) => bare(one) === bare(tag));
}

/** The weak ETag depends only on `identity`, so bodies with the same tag may differ otherwise. */
export function createCachedResponse(body: unknown, identity: unknown): CachedResponse {
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  return { tag: `W/"${tag}"`, body: JSON.stringify(body), forms: new Map() };
}

export function respondCached(
  cached: CachedResponse,
  requestId: string,
  headerOf: (name: "if-none-match" | "accept-encoding") => string | null | undefined,
): { status: 200 | 304; headers: Record<string, string>; body: Bytes | null } {
  const headers = {
    "X-Request-Id": requestId,
    "Cache-Control": "public, max-age=0, s-maxage=1",
    ETag: cached.tag,
    "Content-Type": "application/json",
  };
  if (matchesEtag(headerOf("if-none-match") ?? null, cached.tag)) return { status: 304, headers, body: null };
  const { bytes, headers: encoding } = encodeFor(cached, headerOf("accept-encoding"));
  return { status: 200, headers: { ...headers, ...encoding }, body: bytes };
}

function encodeBody({ body, forms }: EncodableBody, encoding: Encoding): Bytes {
  const form = forms.get(encoding) ?? new Uint8Array(compress[encoding](body));
  forms.set(encoding, form);
  return form;
}
