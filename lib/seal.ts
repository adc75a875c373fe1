import "server-only";

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Seals secrets for storage; `label` says whose they are and must be the same when they are opened. */
export type Sealer = {
  seal: (text: string, label: string) => string;
  open: (sealed: string, label: string) => string;
  /** 32 bytes that nobody without the key can tell from chance, the same each time for the same text and label. */
  digest: (text: string, label: string) => Uint8Array;
};

const version = "v1";

/** A sealer with a key of 32 bytes: AES-256-GCM, a fresh nonce each time, the label authenticated; digests by HMAC-SHA256. */
export function createSealer(key: Uint8Array): Sealer {
  function seal(text: string, label: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(label));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return [version, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url"))].join(".");
  }

  function open(sealed: string, label: string): string {
    const [found, nonce, tag, body] = sealed.split(".");
    if (found !== version || !nonce || !tag || body === undefined) throw new Error("A sealed secret is malformed.");
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url")).setAAD(Buffer.from(label));
    decipher.setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
  }

  /** Each label has a key of its own, so that a digest for one purpose says nothing about another. */
  function digest(text: string, label: string): Uint8Array {
    const own = hkdfSync("sha256", key, "", `tirage digest ${label}`, 32);
    return createHmac("sha256", Buffer.from(own)).update(text, "utf8").digest();
  }

  return { seal, open, digest };
}
