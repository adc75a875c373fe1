import type { KeyObject } from "node:crypto";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type CborValue = number | string | Uint8Array | Map<CborValue, CborValue>;

/** Parts of an answer that a test may change to have it refused. */
export type Spoiled = { origin?: string; rpId?: string; isVerified?: boolean; userHandle?: string; type?: string };

/** A passkey of a phone or security key. `counter` is the next one that it sends. */
export type TestPasskey = {
  counter: number;
  /** Returns what `navigator.credentials.create` returns. */
  register: (options: Options, spoiled?: Spoiled) => Registration;
  /** Returns what `navigator.credentials.get` returns. */
  sign: (options: Options, spoiled?: Spoiled) => Signature;
};

/** An authenticator with one key, for the site at `checkoutHost`. */
export function createPasskey(checkoutHost: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { origin, hostname } = new URL(checkoutHost);
  let userId = "";

  function authData({ rpId = hostname, isVerified = true }: Spoiled, counter: number, hasKey: boolean): Buffer {
    const flags = flagBits.present | (isVerified ? flagBits.verified : 0) | (hasKey ? flagBits.hasKey : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const key = [Buffer.alloc(16), Buffer.from([0, id.length]), id, toCoseKey(publicKey)];
    const start = [createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count];
    return Buffer.concat([...start, ...(hasKey ? key : [])]);
  }

  const clientData = (type: string, { challenge }: Options, spoiled: Spoiled) =>
    JSON.stringify({ type: spoiled.type ?? type, challenge, origin: spoiled.origin ?? origin, crossOrigin: false });

  const passkey: TestPasskey = {
    counter: 0,
    register(options, spoiled = {}) {
      userId = options.user?.id ?? "";
      const data = authData(spoiled, passkey.counter, true);
      const attestation = new Map<CborValue, CborValue>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", options, spoiled)),
        attestationObject: base64url(toCbor(attestation)),
        transports: ["internal"] as ["internal"],
      };
      return { id: base64url(id), rawId: base64url(id), type: "public-key", response };
    },
    sign(options, spoiled = {}) {
      const data = authData(spoiled, passkey.counter, false);
      const client = Buffer.from(clientData("webauthn.get", options, spoiled));
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", signed, privateKey)),
        userHandle: spoiled.userHandle ?? userId,
      };
      return { id: base64url(id), rawId: base64url(id), type: "public-key", response };
    },
  };
  return passkey;
}

function head(major: number, count: number): Buffer {
  const first = major << 5;
  if (count < 24) return Buffer.from([first | count]);
  if (count < 256) return Buffer.from([first | 24, count]);
  return Buffer.from([first | 25, count >> 8, count & 255]);
}

/** Encodes what authenticators use: small integers, texts, bytes and maps. */
function toCbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, each]) => [toCbor(key), toCbor(each)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const flagBits = { present: 1, verified: 4, hasKey: 64 };

type Options = { challenge: string; user?: { id: string } };

type Credential<Response> = { id: string; rawId: string; type: "public-key"; response: Response };

type Registration = Credential<{ clientDataJSON: string; attestationObject: string; transports: ["internal"] }>;

type Signature = Credential<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}>;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");

function toCoseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [left, right] = [x, y].map((part) => Buffer.from(part, "base64url"));
  return toCbor(
    new Map<CborValue, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, left ?? ""],
      [-3, right ?? ""],
    ]),
  );
}
