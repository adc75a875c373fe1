import "server-only";

import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import Negotiator from "negotiator";

/** An encoding that we send, the best first. */
const encodings = ["br", "gzip", "identity"] as const;

type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** A body as text, and the encodings of it that were requested, each made once. */
export type BodyForms = { body: string; forms: Map<Encoding, Bytes> };

/** A body in the form that its caller takes, with the headers that say so. */
export type EncodedBody = { bytes: Bytes; headers: Record<string, string> };

/** Compresses better than gzip in the same time; a body is compressed for as long as it is kept. */
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

/** The best form of those that `accepted` names, the header of a request; who names none gets the body as it is. */
export function encodeFor(kept: BodyForms, accepted: string | null | undefined): EncodedBody {
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted ?? "identity" } });
  const taken = negotiator.encodings([...encodings]);
  const encoding = encodings.find((known) => taken.includes(known)) ?? "identity";
  const bytes = formOf(kept, encoding);
  const encoded: Record<string, string> = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return { bytes, headers: { ...encoded, "Content-Length": String(bytes.length) } };
}

/** True when `ifNoneMatch`, a request's header, names `tag`; weak or strong is all the same, as caches weaken tags. */
export function namesEtag(ifNoneMatch: string | null, tag: string | null): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return tag !== null && (ifNoneMatch ?? "").split(",").some((one) => bare(one) === bare(tag));
}
