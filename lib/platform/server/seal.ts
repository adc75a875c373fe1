import "server-only";

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Seals secrets for storage; `label` says whose they are and must be the same when they are opened. */
export type Sealer = {
  /** Names the key and says nothing about it: what is sealed carries it, so that a later key can tell whose it is. */
  keyId: string;
  seal: (text: string, label: string) => string;
  open: (sealed: string, label: string) => string;
  /**
   * 32 bytes that nobody without the key can distinguish from random ones, the same each time for the same text and
   * label.
   */
  digest: (text: string, label: string) => Uint8Array;
};

/** Until November 2026 seals had no key id: `v1.nonce.tag.body`. Now they are `v2.keyId.nonce.tag.body`. */
const versionWithoutId = "v1";
const version = "v2";

const cipherName = "aes-256-gcm";

// Node also accepts a tag of 4 bytes, which can be guessed, unless it is told the length.
const tagOptions = { authTagLength: 16 };

function keyIdOf(key: Uint8Array): string {
  return Buffer.from(hkdfSync("sha256", key, "", "tirage key id", 6)).toString("base64url");
}

/** The key id, null if there is none, and nonce, tag and body of a seal. Throws if it isn't a seal. */
function partsOf(sealed: string): { keyId: string | null; nonce: Buffer; tag: Buffer; body: Buffer } {
  const [found, ...rest] = sealed.split(".");
  const [keyId = null, ...texts] = found === versionWithoutId ? [null, ...rest] : rest;
  const [nonce, tag, body, ...more] = texts.map((text) => Buffer.from(text ?? "", "base64url"));
  const isKnown = found === version || found === versionWithoutId;
  if (!isKnown || !nonce?.length || !tag?.length || !body || more.length > 0)
    throw new Error("A sealed secret is malformed.");
  return { keyId, nonce, tag, body };
}

/**
 * A sealer with a key of 32 bytes: AES-256-GCM, a fresh nonce each time, the label authenticated; digests by
 * HMAC-SHA256.
 */
export function createSealer(key: Uint8Array): Sealer {
  const keyId = keyIdOf(key);

  function seal(text: string, label: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url"));
    return [version, keyId, ...parts].join(".");
  }

  function open(sealed: string, label: string): string {
    const { keyId: sealedWith, nonce, tag, body } = partsOf(sealed);
    if (sealedWith && sealedWith !== keyId) throw new Error(`A secret was sealed with the key ${sealedWith}.`);
    const decipher = createDecipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  }

  // Labels are few and of the code: to derive a key costs far more than to use it, and a chain has millions of entries.
  const derived = new Map<string, Buffer>();

  function keyOf(label: string): Buffer {
    const known = derived.get(label) ?? Buffer.from(hkdfSync("sha256", key, "", `tirage digest ${label}`, 32));
    derived.set(label, known);
    return known;
  }

  /** Each label has a key of its own, so that a digest for one purpose says nothing about another. */
  function digest(text: string, label: string): Uint8Array {
    return createHmac("sha256", keyOf(label)).update(text, "utf8").digest();
  }

  return { keyId, seal, open, digest };
}
