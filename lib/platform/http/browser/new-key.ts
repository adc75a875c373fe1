/** Does without `randomUUID`, which needs https or localhost, because a demo is opened under other names too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
