export function getSecretsLabel(drawId: string): string {
  return `draw:${drawId}:api-keys`;
}

export const keyCheckText = "this key opens this database";

export const keyCheckLabel = "installation:key-check";

export const digestRootLabel = "installation:digest-root";

export function encodeRoot(root: Uint8Array): string {
  return Buffer.from(root).toString("base64");
}

export function decodeRoot(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

export class WrongSecretsKeyError extends Error {
  override name = "WrongSecretsKeyError";

  constructor([keyId, ...previous]: readonly string[], sealedWith: string | null) {
    const other = sealedWith ? ` was sealed with the key ${sealedWith}` : " was sealed with another key";
    const ring = previous.length > 0 ? ` (SECRETS_KEY_PREVIOUS: ${previous.join(", ")})` : "";
    super(
      `SECRETS_KEY does not open this database: what it holds${other}, and this is the key ${keyId}${ring}. ` +
        "Start with the original key, add it to SECRETS_KEY_PREVIOUS, or set DATABASE_URL or DATA_DIR to the database " +
        "that belongs to this key.",
    );
  }
}

export class NothingSealedError extends Error {
  override name = "NothingSealedError";

  constructor() {
    super("No server has worked with this database yet, so nothing is sealed in it.");
  }
}
