/** Label under which a draw's payment credentials are sealed: a seal of one draw does not open for another. */
export function secretsLabel(drawId: string): string {
  return `draw:${drawId}:api-keys`;
}

/** What is sealed in `installation` to tell at each start whether the keys fit, and under which label. */
export const checkText = "this key opens this database";

/** Its label. */
export const checkLabel = "installation:key-check";

/** Label under which the root of digests is sealed. */
export const rootLabel = "installation:digest-root";

/** The root of digests as it is sealed: 32 bytes in base64. */
export function writeRoot(root: Uint8Array): string {
  return Buffer.from(root).toString("base64");
}

/** The root of digests that `writeRoot` wrote. */
export function toRoot(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
