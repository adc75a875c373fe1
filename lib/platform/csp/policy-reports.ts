export type PolicyReport = { directive: string; blocked: string };

const directives = new Set(
  [
    "default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src",
    "connect-src frame-src child-src worker-src manifest-src media-src object-src base-uri form-action frame-ancestors",
  ].flatMap((names) => names.split(" ")),
);

/** CSP 3 reports these instead of a URL (`blockedURI`). */
const namedSources = new Set(["inline", "eval", "wasm-eval", "self", "trusted-types-policy", "trusted-types-sink"]);

const hostSchemes = new Set(["http:", "https:", "ws:", "wss:"]);

/** Browser extensions, and content that pages generate. */
const otherSchemes = new Set(
  "about: blob: chrome-extension: data: file: filesystem: javascript: moz-extension: ms-browser-extension: "
    .concat("safari-extension: safari-web-extension: webkit-masked-url:")
    .split(" "),
);

const unknown = "other";

/** Earlier labels of a host may identify a person, so only the last ones are kept. */
const maxLabels = 3;

const maxHostLength = 80;

/** Null if the body is no report. Drops paths and queries, which may identify a person. */
export function readPolicyReports(body: unknown): PolicyReport[] | null {
  if (Array.isArray(body)) return body.slice(0, maxReports).flatMap(readReportingEntry);
  const report = isObject(body) ? body["csp-report"] : null;
  return isObject(report) ? [readCspReport(report)] : null;
}

function formatHost({ protocol, hostname, port }: URL): string {
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  const labels = hostname.split(".");
  const shownHost = isNumber || labels.length <= maxLabels ? hostname : `….${labels.slice(-maxLabels).join(".")}`;
  if (hostname === "" || shownHost.length > maxHostLength) return unknown;
  return `${protocol}//${shownHost}${port ? `:${port}` : ""}`;
}

function toBlockedSource(url: unknown): string {
  if (typeof url !== "string") return unknown;
  if (namedSources.has(url)) return url;
  const scheme = /^[a-z][a-z-]*(?=:|$)/.exec(url)?.[0];
  if (otherSchemes.has(`${scheme}:`)) return `${scheme}:`;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && hostSchemes.has(parsed.protocol) ? formatHost(parsed) : unknown;
}

function toDirective(value: unknown): string {
  const [name = ""] = typeof value === "string" ? value.trim().split(/\s/, 1) : [];
  return directives.has(name) ? name : unknown;
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readCspReport(report: JsonObject): PolicyReport {
  return {
    directive: toDirective(report["effective-directive"] ?? report["violated-directive"]),
    blocked: toBlockedSource(report["blocked-uri"]),
  };
}

function readReportingEntry(entry: unknown): PolicyReport[] {
  // Browsers send other reports to the same URL, such as deprecations and crashes.
  if (!isObject(entry) || entry.type !== "csp-violation" || !isObject(entry.body)) return [];
  return [{ directive: toDirective(entry.body.effectiveDirective), blocked: toBlockedSource(entry.body.blockedURL) }];
}

const maxReports = 20;
