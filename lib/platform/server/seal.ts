import "server-only";

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** Seals secrets for storage; `label` says whose they are and must be the same when they are opened. */
export type Sealer = {
  /** Names the current key and says nothing about it: what is sealed carries it, so that it can be told whose it is. */
  keyId: string;
  /** The ids of all keys of this process, the current one first. */
  keyIds: readonly string[];
  /** Seals with the current key, or with the key `keyId`. Throws if that is none of this process. */
  seal: (text: string, label: string, keyId?: string) => string;
  /** Opens what any key of this process sealed. Throws for everything else. */
  open: (sealed: string, label: string) => string;
  /** The id of the key that sealed it, if it is one of this process; else null. */
  ownerOf: (sealed: string, label: string) => string | null;
  /**
   * 32 bytes that nobody without the root can distinguish from random ones, the same each time for the same text and
   * label, whatever the keys are now: for what must be recognized for years.
   */
  digest: (text: string, label: string) => Uint8Array;
  /** The same by a key of the ring, for what lasts for hours and ends with the key. */
  prove: (text: string, label: string, keyId?: string) => Uint8Array;
  /** Whether any key of this process proved it, in the same time for any proof. */
  isProven: (proof: Uint8Array, text: string, label: string) => boolean;
};

/** Until November 2026 seals had no key id: `v1.nonce.tag.body`. Now they are `v2.keyId.nonce.tag.body`. */
const versionWithoutId = "v1";
const version = "v2";

const cipherName = "aes-256-gcm";

// Node also accepts a tag of 4 bytes, which can be guessed, unless it is told the length.
const tagOptions = { authTagLength: 16 };

/** The id of a key: derived from it, and of no use to whoever looks for the key. */
export function keyIdOf(key: Uint8Array): string {
  return Buffer.from(hkdfSync("sha256", key, "", "tirage key id", 6)).toString("base64url");
}

type Parts = { keyId: string | null; nonce: Buffer; tag: Buffer; body: Buffer };

/** The key id, null if there is none, and nonce, tag and body of a seal. Throws if it isn't a seal. */
function partsOf(sealed: string): Parts {
  const [found, ...rest] = sealed.split(".");
  const [keyId = null, ...texts] = found === versionWithoutId ? [null, ...rest] : rest;
  const [nonce, tag, body, ...more] = texts.map((text) => Buffer.from(text ?? "", "base64url"));
  const isKnown = found === version || found === versionWithoutId;
  if (!isKnown || !nonce?.length || !tag?.length || !body || more.length > 0)
    throw new Error("A sealed secret is malformed.");
  return { keyId, nonce, tag, body };
}

/** The id of the key that a seal names; null if it names none, or isn't a seal. */
export function namedKeyOf(sealed: string): string | null {
  const [found, keyId = null] = sealed.split(".");
  return found === version ? keyId : null;
}

function sealWith(key: Uint8Array, text: string, label: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url"));
  return [version, keyIdOf(key), ...parts].join(".");
}

function openWith(key: Uint8Array, { nonce, tag, body }: Parts, label: string): string | null {
  try {
    const decipher = createDecipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** HMAC-SHA256 by a key that is derived for each label, so that a digest for one purpose says nothing about another. */
function createDigest(key: Uint8Array): (text: string, label: string) => Buffer {
  // Labels are few and of the code: to derive a key costs far more than to use it, and a chain has millions of entries.
  const derived = new Map<string, Buffer>();
  return (text, label) => {
    const known = derived.get(label) ?? Buffer.from(hkdfSync("sha256", key, "", `tirage digest ${label}`, 32));
    derived.set(label, known);
    return createHmac("sha256", known).update(text, "utf8").digest();
  };
}

/**
 * A sealer with keys of 32 bytes, the current one and those before it, and with the root of digests, which is the
 * current key unless it is given (decision 058): AES-256-GCM, a fresh nonce each time, the label authenticated.
 */
export function createSealer(current: Uint8Array, previous: readonly Uint8Array[] = [], root = current): Sealer {
  const ring = [current, ...previous].map((key) => ({ id: keyIdOf(key), key, digest: createDigest(key) }));
  const keyIds = ring.map(({ id }) => id);
  const keyId = keyIdOf(current);

  function findKey(id: string) {
    const found = ring.find((each) => each.id === id);
    if (!found) throw new Error(`A secret belongs to the key ${id}, which this process doesn't have.`);
    return found;
  }

  function findOpened(sealed: string, label: string): { id: string; text: string } {
    const parts = partsOf(sealed);
    const able = parts.keyId === null ? ring : [findKey(parts.keyId)];
    for (const { id, key } of able) {
      const text = openWith(key, parts, label);
      if (text !== null) return { id, text };
    }
    throw new Error("A sealed secret was changed, moved, or sealed with another key.");
  }

  function ownerOf(sealed: string, label: string): string | null {
    try {
      return findOpened(sealed, label).id;
    } catch {
      return null;
    }
  }

  function isProven(proof: Uint8Array, text: string, label: string): boolean {
    const fits = ring.map(({ digest }) => proof.length === 32 && timingSafeEqual(proof, digest(text, label)));
    return fits.includes(true);
  }

  return {
    keyId,
    keyIds,
    seal: (text, label, id = keyId) => sealWith(findKey(id).key, text, label),
    open: (sealed, label) => findOpened(sealed, label).text,
    ownerOf,
    digest: createDigest(root),
    prove: (text, label, id = keyId) => findKey(id).digest(text, label),
    isProven,
  };
}
