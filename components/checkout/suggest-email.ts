import checker from "@zootools/email-spell-checker";

/** Returns `bob@gmail.com` for `bob@gmial.con`, and null if the email looks right. */
export function suggestEmail(email: string): string | null {
  const text = email.trim();
  const domainIndex = text.lastIndexOf("@") + 1;
  const domain = text.slice(domainIndex).toLowerCase();
  const suggestion = correctDomain(correctDomain(domain));
  // An unlisted name in a country's domain is probably right.
  const hasCountryEnding = /\.[a-z]{2}$/.test(domain);
  if (domainIndex === 0 || suggestion === domain || (hasCountryEnding && !domains.includes(suggestion))) return null;
  return text.slice(0, domainIndex) + suggestion;
}

/** The most common in Canada, without short names (`me.com`, `bell.net`), which too many valid ones resemble. */
const domains = [
  ...["gmail.com", "hotmail.com", "hotmail.ca", "hotmail.fr", "outlook.com", "outlook.fr", "live.com", "live.ca"],
  ...["yahoo.com", "yahoo.ca", "yahoo.fr", "ymail.com", "mail.com", "email.com", "icloud.com", "protonmail.com"],
  ...["sympatico.ca", "rogers.com", "telus.net", "cogeco.ca", "eastlink.ca", "sasktel.net", "videotron.ca"],
];

const topLevelDomains = [
  ...["com", "ca", "net", "org", "info", "biz", "edu", "gov", "app", "dev", "pro", "name", "coop", "shop", "club"],
  ...["email", "work", "team", "tech", "online", "store", "site", "world", "quebec", "social", "cloud", "zone"],
];

function correctDomain(domain: string): string {
  // The name before the domain is personal, so the checker doesn't get it.
  const address = { email: `x@${domain}`, domains, secondLevelDomains: [], topLevelDomains };
  return checker.run({ ...address, topLevelThreshold: 1 })?.domain ?? domain;
}
