/**
 * A key that no other call has. `randomUUID` exists on https and localhost alone; a demo is opened by other names too.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
