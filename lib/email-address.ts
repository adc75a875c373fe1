/** The longest address that Bambora takes (docs/bambora.md, Payment fields). */
const longest = 64;

/** What stands before the @: letters and marks without a dot at either end, as mail servers take them (RFC 5322). */
const localPattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

const domainPattern = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

/** A domain as the network knows it: letters beyond ASCII in punycode. Null where it can't be one. */
function asciiDomain(domain: string): string | null {
  if (domainPattern.test(domain)) return domain;
  // ASCII that is none of a domain would end the host of an address, or be read as a number.
  if (!/[^\0-\x7f]/.test(domain) || /[^a-z\d.\x80-\u{10ffff}-]/iu.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return domainPattern.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** One email address as it is kept, with its domain in punycode; null if it isn't one. */
export function readEmailAddress(text: string): string | null {
  const [local = "", domain = "", ...more] = text.trim().split("@");
  if (more.length > 0 || !localPattern.test(local)) return null;
  const ascii = asciiDomain(domain);
  const address = `${local}@${ascii}`;
  return ascii && address.length <= longest ? address : null;
}

/** True when `text` is one email address: the rule of the forms and of the server. */
export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== null;
}
