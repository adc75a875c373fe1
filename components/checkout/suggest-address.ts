import checker from "@zootools/email-spell-checker";

/**
 * What buyers in Canada mean most. Short names (`me.com`, `bell.net`) are not among them: too many right ones look
 * like them.
 */
const domains = [
  ...["gmail.com", "hotmail.com", "hotmail.ca", "hotmail.fr", "outlook.com", "outlook.fr", "live.com", "live.ca"],
  ...["yahoo.com", "yahoo.ca", "yahoo.fr", "ymail.com", "mail.com", "email.com", "icloud.com", "protonmail.com"],
  ...["sympatico.ca", "rogers.com", "telus.net", "cogeco.ca", "eastlink.ca", "sasktel.net", "videotron.ca"],
];

/** The endings that others are mistyped for, and real ones that look like them. */
const endings = [
  ...["com", "ca", "net", "org", "info", "biz", "edu", "gov", "app", "dev", "pro", "name", "coop", "shop", "club"],
  ...["email", "work", "team", "tech", "online", "store", "site", "world", "quebec", "social", "cloud", "zone"],
];

/** What a domain was probably meant to be; itself where it looks right. */
function meantBy(domain: string): string {
  // The rest of an address is nobody's business but its owner's.
  const address = { email: `x@${domain}`, domains, secondLevelDomains: [], topLevelDomains: endings };
  return checker.run({ ...address, topLevelThreshold: 1 })?.domain ?? domain;
}

/** What an address was probably meant to be, such as `bob@gmail.com` for `bob@gmial.con`; null where it looks right. */
export function suggestAddress(address: string): string | null {
  const typed = address.trim();
  const at = typed.lastIndexOf("@") + 1;
  const domain = typed.slice(at).toLowerCase();
  // With its ending put right, a domain may be near enough to one that is known.
  const meant = meantBy(meantBy(domain));
  // An unknown name under a country's ending is right, as far as anybody can tell.
  const isCountry = /\.[a-z]{2}$/.test(domain);
  if (at === 0 || meant === domain || (isCountry && !domains.includes(meant))) return null;
  return typed.slice(0, at) + meant;
}
