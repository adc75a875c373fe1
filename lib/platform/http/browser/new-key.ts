/**
 * 32 random hexadecimal digits. Browsers offer `randomUUID` only on https and localhost, and a demo is opened under
 * other host names too.
 */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
