import { hashSource } from "@/lib/platform/csp/policy.mjs";

type Policy = Map<string, string[]>;

export type Allowances = { scripts: readonly string[]; frames: readonly string[]; inline: readonly string[] };

/** Also accepts a stricter policy. `expected` is that of a page with all features. */
export function policyFindings(received: string, expected: string, allowances: Allowances): string[] {
  const policies = readPolicies(received);
  const [wanted = new Map<string, string[]>()] = readPolicies(expected);
  const found = [...wanted.entries()]
    .filter(([name]) => !reporting.includes(name))
    .flatMap(([name, sources]) => findDirectiveProblems(name, policies, allowedSources(name, sources, allowances)));
  const isReported = policies.some((policy) =>
    reporting.some((name) => policy.get(name)?.join() === wanted.get(name)?.join()),
  );
  return isReported ? found : [...found, `Missing in the policy: report-uri ${wanted.get("report-uri")?.join(" ")}`];
}

/** A browser obeys each of several headers, and each of several policies in one header. */
function readPolicies(header: string): Policy[] {
  return header.split(",").map((policy) => {
    const directives = policy.split(";").map((part) => part.trim().split(/\s+/));
    // The first directive of a name counts.
    return new Map(directives.reverse().map(([name = "", ...sources]) => [name.toLowerCase(), sources]));
  });
}

/** Browsers use the longer name first, and only for elements. */
const narrower: Record<string, string> = { "script-src": "script-src-elem", "style-src": "style-src-elem" };

/** Browsers support one or the other, and http has only the first. */
const reporting = ["report-uri", "report-to"];

const nonce = /^'nonce-[0-9a-f]{32}'$/;

function allowedSources(name: string, expected: readonly string[], { scripts, frames, inline }: Allowances) {
  const hosts = [...scripts, ...frames].map((url) => new URL(url).origin);
  const more: Record<string, string[]> = {
    "script-src": [...scripts, ...inline.map(hashSource)],
    "frame-src": hosts,
    "connect-src": hosts,
  };
  const allowed = new Set([...expected, "'none'", ...(more[name] ?? [])]);
  return (source: string) => allowed.has(source) || (name === "script-src" && nonce.test(source));
}

function findDirectiveProblems(
  name: string,
  policies: readonly Policy[],
  isAllowed: (source: string) => boolean,
): string[] {
  const stated = policies.filter((policy) => policy.has(name));
  if (stated.length === 0) return [`Missing in the policy: ${name}`];
  const tooMany = stated.map((policy) =>
    [...(policy.get(name) ?? []), ...(policy.get(narrower[name] ?? "") ?? [])].filter((source) => !isAllowed(source)),
  );
  if (tooMany.some((sources) => sources.length === 0)) return [];
  return [...new Set(tooMany[0])].map((source) => `Weaker policy: ${name} allows ${source}`);
}
