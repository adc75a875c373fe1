/** Name of the cookie that carries a verification's session; on https it cannot be set by another host or in the clear. */
function cookieName(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}tirage-verification`;
}

/** The session that a browser carries; null without one. */
export function sessionOf(headers: Headers, isSecure: boolean): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName(isSecure)}=([A-Za-z0-9._-]{1,200})(?:;|$)`);
  return pattern.exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

/** The cookie that begins a session of so many seconds; an empty one with no seconds ends it. */
export function sessionCookie(session: string, seconds: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return `${cookieName(isSecure)}=${session}; ${attributes}`;
}
