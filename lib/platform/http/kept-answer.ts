import "server-only";

import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import Negotiator from "negotiator";

/** An encoding that we send, the best first. */
const encodings = ["br", "gzip", "identity"] as const;

type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * An answer that all who ask share: its tag, its body as JSON, and the forms of the body that somebody has asked for,
 * each made once.
 */
export type KeptAnswer = { tag: string; body: string; forms: Map<Encoding, Bytes> };

/** What is sent of a kept answer; no body where the caller has it. */
export type SentAnswer = { status: 200 | 304; headers: Record<string, string>; body: Bytes | null };

/** Compresses better than gzip in the same time; a body is compressed for as long as it is kept. */
const brotliQuality = 5;

/**
 * Keeps a body. The tag is made of `identity`, what counts as a change; it is a weak one, as bodies may differ in the
 * rest.
 */
export function keepAnswer(body: unknown, identity: unknown): KeptAnswer {
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  return { tag: `W/"${tag}"`, body: JSON.stringify(body), forms: new Map() };
}

const compress: Record<Encoding, (body: string) => Uint8Array> = {
  br: (body) => brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body) => gzipSync(body),
  identity: (body) => Buffer.from(body),
};

function formOf({ body, forms }: KeptAnswer, encoding: Encoding): Bytes {
  const form = forms.get(encoding) ?? new Uint8Array(compress[encoding](body));
  forms.set(encoding, form);
  return form;
}

/** True when `ifNoneMatch`, a request's header, names `tag`; weak or strong is all the same, as caches weaken tags. */
export function namesEtag(ifNoneMatch: string | null, tag: string | null): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return tag !== null && (ifNoneMatch ?? "").split(",").some((one) => bare(one) === bare(tag));
}

/**
 * What answers a request, of which `headerOf` gives a header by its name: 304 where it names the tag, else the form
 * that is best of those its caller takes. A CDN may keep it for 2 seconds.
 */
export function sendKept(
  kept: KeptAnswer,
  requestId: string,
  headerOf: (name: "if-none-match" | "accept-encoding") => string | null | undefined,
): SentAnswer {
  const headers = {
    "X-Request-Id": requestId,
    "Cache-Control": "public, max-age=0, s-maxage=2",
    ETag: kept.tag,
    "Content-Type": "application/json",
  };
  if (namesEtag(headerOf("if-none-match") ?? null, kept.tag)) return { status: 304, headers, body: null };
  // Whoever names no encoding gets the body as it is.
  const negotiator = new Negotiator({ headers: { "accept-encoding": headerOf("accept-encoding") ?? "identity" } });
  const accepted = negotiator.encodings([...encodings]);
  const encoding = encodings.find((known) => accepted.includes(known)) ?? "identity";
  const body = formOf(kept, encoding);
  const encoded: Record<string, string> = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return { status: 200, headers: { ...headers, ...encoded, "Content-Length": String(body.length) }, body };
}
