import "server-only";

import { createHash, randomBytes } from "node:crypto";

import type { Refusal } from "./reasons";
import { refuse } from "./reasons";

const namePattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,80}$/u;

/** The audit log's form of named keys and people (decisions 058, 070). A claimed name must not have it. */
const provenNamePattern = /^\s*(?:key|person)\s*:/i;

export type Client = { clientKey: string; setCookie?: string };

/** `X-Admin-Name`, percent-encoded, is the name that an admin's command claims. It proves nothing. */
export function readAdminName(headers: Headers): { ok: true; name?: string } | Refusal<"invalid-input"> {
  const header = headers.get("x-admin-name");
  if (header === null) return { ok: true };
  const name = decode(header);
  const field = "X-Admin-Name";
  const isName = namePattern.test(name) && /[\p{L}\p{N}]/u.test(name);
  if (!isName) return refuse("invalid-input", [{ field, problem: "malformed" }]);
  return provenNamePattern.test(name) ? refuse("invalid-input", [{ field, problem: "reserved" }]) : { ok: true, name };
}

export function readIdempotencyKey(
  headers: Headers,
): { ok: true; value: string } | Refusal<"idempotency-key-required"> {
  const value = headers.get("idempotency-key");
  return value && /^[\x21-\x7e]{16,128}$/.test(value) ? { ok: true, value } : refuse("idempotency-key-required");
}

/** Browsers are identified by cookie, because a whole arena shares one IP address. */
export function readClient(headers: Headers, isSecure: boolean): Client {
  const name = isSecure ? "__Host-tirage-client" : "tirage-client";
  const cookie = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{22})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1];
  const value = cookie ?? randomBytes(16).toString("base64url");
  const clientKey = createHash("sha256").update(value).digest("base64url");
  if (cookie) return { clientKey };
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return { clientKey, setCookie: `${name}=${value}; ${attributes}` };
}

/**
 * Without origin headers, a call passes only without a credential cookie (docs/design.md, Writes from our own pages).
 */
export function isOwnOrigin(facts: OriginCheck, hasCredential: boolean): boolean {
  const site = facts.headers.get("sec-fetch-site");
  const origin = facts.headers.get("origin");
  if (site === null && origin === null) return !hasCredential;
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  return origin === null || isOwnSite(origin, facts);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return "";
  }
}

const maxAgeSeconds = 7 * 24 * 60 * 60;

type OriginCheck = { headers: Headers; ownOrigin: string; isDemo: boolean };

/** IP addresses and names without public DNS, which an attacker can't point at this machine. */
const localNamePattern = /^(?:[\d.]+|\[[\da-f:.]+\]|(?:[^.]+\.)*(?:localhost|local)|[^.]+)$/;

function isOwnSite(origin: string, { headers, ownOrigin, isDemo }: OriginCheck): boolean {
  if (origin === ownOrigin) return true;
  // A demo may be opened under any local name, a live site only under its configured origin.
  if (!isDemo || !URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return host === headers.get("host") && localNamePattern.test(hostname);
}
