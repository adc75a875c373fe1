/** A cookie that carries a secret of ours: no script reads it, and no foreign page makes a browser send it. */
export type SecretCookie = {
  read: (headers: Headers, isSecure: boolean) => string | null;
  /** The header that sets it; an empty secret for 0 seconds ends it. */
  write: (secret: string, seconds: number, isSecure: boolean) => string;
};

/** On https, the name guarantees that no other host set it, and nobody over plain http. */
function createSecretCookie(plainName: string): SecretCookie {
  const nameOf = (isSecure: boolean) => `${isSecure ? "__Host-" : ""}${plainName}`;
  return {
    read(headers, isSecure) {
      const pattern = new RegExp(`(?:^|;\\s*)${nameOf(isSecure)}=([A-Za-z0-9._-]{1,200})(?:;|$)`);
      return pattern.exec(headers.get("cookie") ?? "")?.[1] ?? null;
    },
    write(secret, seconds, isSecure) {
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
      return `${nameOf(isSecure)}=${secret}; ${attributes}`;
    },
  };
}

/** Carries the session of an admin who verifies Apple Pay. */
export const verificationCookie = createSecretCookie("tirage-verification");

/** Carries the credential of a registered device (docs/design.md, Device credential). */
export const deviceCookie = createSecretCookie("tirage-device");

/** Whether a call must prove that it comes from our own pages. */
export function carriesCredential(headers: Headers, isSecure: boolean): boolean {
  return [verificationCookie, deviceCookie].some((cookie) => cookie.read(headers, isSecure) !== null);
}
