const pattern = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;

/**
 * True when `text` may be one e-mail address: no spaces, one @, a domain with a dot. The server's schema is stricter.
 */
export function isEmailAddress(text: string): boolean {
  return pattern.test(text);
}
