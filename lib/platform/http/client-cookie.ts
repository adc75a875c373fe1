import "server-only";

import { createHash, randomBytes } from "node:crypto";

/**
 * The browser's key for counting its holds and for finding its own open payment, and the cookie to set when it had
 * none.
 */
export type Client = { clientKey: string; setCookie?: string };

const lifeSeconds = 7 * 24 * 60 * 60;

/**
 * Knows a browser again by a random cookie, not by its address: a whole arena shares one address. Gives the hash of the
 * cookie as the client's key.
 */
export function clientOf(headers: Headers, isSecure: boolean): Client {
  const name = isSecure ? "__Host-tirage-client" : "tirage-client";
  const found = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{22})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1];
  const value = found ?? randomBytes(16).toString("base64url");
  const clientKey = createHash("sha256").update(value).digest("base64url");
  if (found) return { clientKey };
  const attributes = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return { clientKey, setCookie: `${name}=${value}; ${attributes}` };
}
