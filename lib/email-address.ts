/** Bambora's limit (docs/bambora.md, Payment fields). */
const maxLength = 64;

const localPattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

const domainPattern = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

function toAsciiDomain(domain: string): string | null {
  if (domainPattern.test(domain)) return domain;
  // Other ASCII characters would end the host in a URL or turn it into a number.
  if (!/[^\0-\x7f]/.test(domain) || /[^a-z\d.\x80-\u{10ffff}-]/iu.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return domainPattern.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

export function readEmailAddress(text: string): string | null {
  const [local = "", domain = "", ...more] = text.trim().split("@");
  if (more.length > 0 || !localPattern.test(local)) return null;
  const ascii = toAsciiDomain(domain);
  const address = `${local}@${ascii}`;
  return ascii && address.length <= maxLength ? address : null;
}

export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== null;
}
