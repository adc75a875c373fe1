import "server-only";

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** `label` is the purpose and owner of a secret. Opening it requires the same label. */
export type Sealer = {
  /** Identifies the current key without revealing it. Seals contain it. */
  keyId: string;
  keyIds: readonly string[];
  /** Throws if this process lacks the key. */
  seal: (text: string, label: string, keyId?: string) => string;
  open: (sealed: string, label: string) => string;
  /** The id of the key that opens it. Null if this process has none. */
  findKeyId: (sealed: string, label: string) => string | null;
  /** An HMAC under the root, which is independent of the ring, for what must be recognized for years. */
  digest: (text: string, label: string) => Uint8Array;
  /** An HMAC under a key of the ring, for what lasts hours. */
  prove: (text: string, label: string, keyId?: string) => Uint8Array;
  /** Compares in constant time. */
  isProven: (proof: Uint8Array, text: string, label: string) => boolean;
};

/** `v1.nonce.tag.body` can only be opened. `v2.keyId.nonce.tag.body` is written and opened. */
const versionWithoutId = "v1";
const version = "v2";

const cipherName = "aes-256-gcm";

// Otherwise Node would also accept a tag of 4 bytes, which can be guessed.
const tagOptions = { authTagLength: 16 };

export function deriveKeyId(key: Uint8Array): string {
  return Buffer.from(hkdfSync("sha256", key, "", "tirage key id", 6)).toString("base64url");
}

type Parts = { keyId: string | null; nonce: Buffer; tag: Buffer; body: Buffer };

function parseSealed(sealed: string): Parts {
  const [match, ...rest] = sealed.split(".");
  const [keyId = null, ...texts] = match === versionWithoutId ? [null, ...rest] : rest;
  const [nonce, tag, body, ...more] = texts.map((text) => Buffer.from(text ?? "", "base64url"));
  const isKnown = match === version || match === versionWithoutId;
  if (!isKnown || !nonce?.length || !tag?.length || !body || more.length > 0)
    throw new Error("A sealed secret is malformed.");
  return { keyId, nonce, tag, body };
}

export function readKeyId(sealed: string): string | null {
  const [match, keyId = null] = sealed.split(".");
  return match === version ? keyId : null;
}

function sealWith(key: Uint8Array, text: string, label: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url"));
  return [version, deriveKeyId(key), ...parts].join(".");
}

function openWith(key: Uint8Array, { nonce, tag, body }: Parts, label: string): string | null {
  try {
    const decipher = createDecipheriv(cipherName, key, nonce, tagOptions).setAAD(Buffer.from(label)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Each label has a derived key, so that digests of one purpose reveal nothing about another. */
function createDigest(key: Uint8Array): (text: string, label: string) => Buffer {
  // Derived keys are cached, because deriving costs far more than hashing, and a chain has millions of entries.
  const derived = new Map<string, Buffer>();
  return (text, label) => {
    const derivedKey = derived.get(label) ?? Buffer.from(hkdfSync("sha256", key, "", `tirage digest ${label}`, 32));
    derived.set(label, derivedKey);
    return createHmac("sha256", derivedKey).update(text, "utf8").digest();
  };
}

/** AES-256-GCM with a fresh nonce; the label is authenticated. Digests use `root` (decision 058). */
export function createSealer(current: Uint8Array, previous: readonly Uint8Array[] = [], root = current): Sealer {
  const ring = [current, ...previous].map((key) => ({ id: deriveKeyId(key), key, digest: createDigest(key) }));
  const keyIds = ring.map(({ id }) => id);
  const keyId = deriveKeyId(current);

  function findKey(id: string) {
    const match = ring.find((each) => each.id === id);
    if (!match) throw new Error(`A secret belongs to the key ${id}, which this process doesn't have.`);
    return match;
  }

  function findOpened(sealed: string, label: string): { id: string; text: string } {
    const parts = parseSealed(sealed);
    const candidates = parts.keyId === null ? ring : [findKey(parts.keyId)];
    for (const { id, key } of candidates) {
      const text = openWith(key, parts, label);
      if (text !== null) return { id, text };
    }
    throw new Error("A sealed secret was changed, moved, or sealed with another key.");
  }

  function findKeyId(sealed: string, label: string): string | null {
    try {
      return findOpened(sealed, label).id;
    } catch {
      return null;
    }
  }

  function isProven(proof: Uint8Array, text: string, label: string): boolean {
    const matches = ring.map(({ digest }) => proof.length === 32 && timingSafeEqual(proof, digest(text, label)));
    return matches.includes(true);
  }

  return {
    keyId,
    keyIds,
    seal: (text, label, id = keyId) => sealWith(findKey(id).key, text, label),
    open: (sealed, label) => findOpened(sealed, label).text,
    findKeyId,
    digest: createDigest(root),
    prove: (text, label, id = keyId) => findKey(id).digest(text, label),
    isProven,
  };
}
