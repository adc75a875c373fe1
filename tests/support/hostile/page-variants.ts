/** Headers by which Next's browser code and its proxies request parts of a page, and similar ones. */
export const headerForms: Record<string, string>[] = [
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_full" },
  { rsc: "1", "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D" },
  { rsc: "1", "next-url": "/terminal" },
  { "next-router-prefetch": "1" },
  { "next-router-segment-prefetch": "/_tree" },
  { "x-middleware-prefetch": "1" },
  { purpose: "prefetch", "sec-purpose": "prefetch" },
  { "x-nextjs-data": "1" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-next": "1" },
  { "x-middleware-rewrite": "/en/terminal" },
  { "x-matched-path": "/en/terminal", "x-invoke-path": "/en/terminal" },
  { "accept-language": "fr-CA" },
  { "accept-language": "fr-CA", rsc: "1" },
  { host: "fr.example.test" },
];

export const methodForms = ["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"] as const;

const prefixes = [
  "",
  "/fr",
  "/en",
  "/EN",
  "/Fr",
  "/de",
  "/en/en",
  "/fr/fr",
  "/fr/en",
  "/en/fr",
  "/%65n",
  "/%66r",
  "/_next",
  "/_next/data/x",
];
const suffixes = [
  "",
  "/",
  "//",
  ".rsc",
  ".json",
  ".html",
  ".txt",
  ".segments/_tree.segment.rsc",
  ".segments/_full.segment.rsc",
  ".prefetch.rsc",
  "/index",
  "/index.rsc",
  "/page",
  ";a",
  "%20",
  "%00",
  "%2e",
  "%3F",
  "/.",
  "/x/..",
];

/** Valid and invalid spellings of a page's path, by languages, case, encoding, slashes, dots and endings. */
export function pathForms(page: string): string[] {
  const [, first = "", ...rest] = page.split("/");
  const tail = rest.length > 0 ? `/${rest.join("/")}` : "";
  const written = [
    `/${first.toUpperCase()}${tail}`,
    `/${first[0]?.toUpperCase()}${first.slice(1)}${tail}`,
    `/${first}${tail.toUpperCase()}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}${tail}`,
    `/${encodeAll(first)}${tail}`,
    `/${first}/${encodeAll(rest.join("/"))}`,
    `/%25${first.charCodeAt(0).toString(16)}${first.slice(1)}${tail}`,
    `//${first}${tail}`,
    `/${first}/${tail}`,
    `/./${first}${tail}`,
    `/x/../${first}${tail}`,
    `/%2e/${first}${tail}`,
    `/x/%2e%2e/${first}${tail}`,
    `/%2f${first}${tail}`,
    `/${first}%2f${rest.join("/")}`,
    `/${first}%5c${rest.join("/")}`,
    `/${first};a=b${tail}`,
    `\\${first}${tail}`.replace(/^/, "/"),
  ];
  return [
    ...prefixes.map((prefix) => `${prefix}${page}`),
    ...["", "/fr", "/en"].flatMap((prefix) => written.map((path) => `${prefix}${path}`)),
    ...["", "/fr"].flatMap((prefix) => suffixes.map((suffix) => `${prefix}${page}${suffix}`)),
  ];
}

function encodeAll(text: string): string {
  return [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("");
}
