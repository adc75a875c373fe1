export type SecretCookie = {
  read: (headers: Headers, isSecure: boolean) => string | null;
  /** Returns the header's value. An empty secret for 0 seconds deletes the cookie. */
  write: (secret: string, seconds: number, isSecure: boolean) => string;
};

export function carriesCredential(headers: Headers, isSecure: boolean): boolean {
  return [verificationCookie, deviceCookie, consoleCookie].some((cookie) => cookie.read(headers, isSecure) !== null);
}

/** Browsers accept `__Host-` only from the same host over https, so no other host can set the cookie. */
function createSecretCookie(plainName: string): SecretCookie {
  const cookieName = (isSecure: boolean) => `${isSecure ? "__Host-" : ""}${plainName}`;
  return {
    read(headers, isSecure) {
      const pattern = new RegExp(`(?:^|;\\s*)${cookieName(isSecure)}=([A-Za-z0-9._-]{1,200})(?:;|$)`);
      return pattern.exec(headers.get("cookie") ?? "")?.[1] ?? null;
    },
    write(secret, seconds, isSecure) {
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
      return `${cookieName(isSecure)}=${secret}; ${attributes}`;
    },
  };
}

export const verificationCookie = createSecretCookie("tirage-verification");

export const deviceCookie = createSecretCookie("tirage-device");

export const consoleCookie = createSecretCookie("tirage-console");

/** Recognizes a browser in which a person has signed in before. Gives no access. */
export const consoleBrowserCookie = createSecretCookie("tirage-console-browser");
