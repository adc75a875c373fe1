import "server-only";

import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";

import Negotiator from "negotiator";

/** The best first. */
const encodings = ["br", "gzip", "identity"] as const;

type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** A body as text, and those encodings of it that were asked for, each made once. */
export type BodyForms = { body: string; forms: Map<Encoding, Bytes> };

/** An answer that is the same for everybody: its ETag and its body as JSON. */
export type KeptAnswer = BodyForms & { tag: string };

/** Compresses better than gzip in the same time. */
const brotliQuality = 5;

const compress: Record<Encoding, (body: string) => Uint8Array> = {
  br: (body) => brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body) => gzipSync(body),
  identity: (body) => Buffer.from(body),
};

function formOf({ body, forms }: BodyForms, encoding: Encoding): Bytes {
  const form = forms.get(encoding) ?? new Uint8Array(compress[encoding](body));
  forms.set(encoding, form);
  return form;
}

/** The best form that an `Accept-Encoding` header names, with its headers; without one, the body as it is. */
export function encodeFor(
  kept: BodyForms,
  accepted: string | null | undefined,
): { bytes: Bytes; headers: Record<string, string> } {
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted ?? "identity" } });
  const names = negotiator.encodings([...encodings]);
  const encoding = encodings.find((name) => names.includes(name)) ?? "identity";
  const bytes = formOf(kept, encoding);
  const headers: Record<string, string> = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return { bytes, headers: { ...headers, "Content-Length": String(bytes.length) } };
}

/** Whether an `If-None-Match` header names `tag`. Caches weaken tags, so weak and strong ones are the same. */
export function namesEtag(ifNoneMatch: string | null, tag: string | null): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return tag !== null && (ifNoneMatch ?? "").split(",").some((one) => bare(one) === bare(tag));
}

/** Keeps a body. Its tag, a weak one, changes with `identity` only; bodies may differ in the rest. */
export function keepAnswer(body: unknown, identity: unknown): KeptAnswer {
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  return { tag: `W/"${tag}"`, body: JSON.stringify(body), forms: new Map() };
}

/** Answers a request, whose headers `headerOf` gives. A CDN may keep the answer for a second. */
export function sendKept(
  kept: KeptAnswer,
  requestId: string,
  headerOf: (name: "if-none-match" | "accept-encoding") => string | null | undefined,
): { status: 200 | 304; headers: Record<string, string>; body: Bytes | null } {
  const headers = {
    "X-Request-Id": requestId,
    "Cache-Control": "public, max-age=0, s-maxage=1",
    ETag: kept.tag,
    "Content-Type": "application/json",
  };
  if (namesEtag(headerOf("if-none-match") ?? null, kept.tag)) return { status: 304, headers, body: null };
  const { bytes, headers: encoding } = encodeFor(kept, headerOf("accept-encoding"));
  return { status: 200, headers: { ...headers, ...encoding }, body: bytes };
}
