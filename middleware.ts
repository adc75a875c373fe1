import type { NextRequest } from "next/server";
import { NextResponse } from "next/server";
import { findTitledPath } from "@/lib/draws/pages/rules.page-paths";
import type { PageKind } from "@/lib/platform/csp/policy.mjs";
import { pageHeaders } from "@/lib/platform/csp/policy.mjs";
import { policySources } from "@/lib/platform/csp/sources";
import { deviceCookie } from "@/lib/platform/http/secret-cookie";
import { detectLanguage, languageCookie } from "@/lib/platform/i18n/language-rule";
import type { Language } from "@/lib/platform/i18n/routing";
import { defaultLanguage, isLanguage, languageParameter, localizedPath, splitPath } from "@/lib/platform/i18n/routing";
import { readIdCookies } from "@/lib/terminal/device/rules";
import { guardTerminalPage, isSellingPage } from "@/lib/terminal/device/rules.guards";

const perRequestPage = /^\/$|^\/order(?:\/|$)|^\/(?:success|hashtest|dummy)$/;
const consolePage = /^\/console(?:\/|$)/;
const previewPage = /^\/[^/]+\/preview\//;
const privatePage = /^\/(?:order\/|success$)/;
const publicPage = /^\/(?:dummy)?$/;
const terminalPage = /^\/terminal(?:\/|$)/;
const secretPayload = /^\/(?:order|terminal)\/(?:.*\/)?_payload\.json$/;
const missingCall = "/api/-";

/** These pages explain a refusal; their own addresses are not found. */
const refusedPages = {
  forbidden: { path: "/terminal/refused/forbidden", status: 403 },
  missing: { path: "/terminal/refused/missing", status: 404 },
} as const;

/** Runs only for requests that the matcher below admits. Cached pages bypass it. */
export function middleware(request: NextRequest): NextResponse {
  const { pathname, searchParams } = request.nextUrl;
  const { language, barePath } = splitPath(pathname);
  if (secretPayload.test(barePath)) return NextResponse.rewrite(new URL(missingCall, request.nextUrl));
  const chosen = searchParams.get(languageParameter);
  if (isLanguage(chosen)) return chooseLanguage(request, chosen, barePath);
  const detected = language === defaultLanguage ? detectRequestLanguage(request) : language;
  if (detected !== language) return redirectTo(request, localizedPath(detected, pathname), searchParams);
  if (terminalPage.test(barePath)) return renderTerminal(request, language, barePath);
  if (consolePage.test(barePath)) return uncached(renderWithNonce(request, "private"));
  if (perRequestPage.test(barePath)) return renderWithNonce(request, getPageKind(barePath));
  if (previewPage.test(barePath)) return uncached(renderWithNonce(request, "public"));
  const titled = findTitledPath(barePath, searchParams);
  return titled ? NextResponse.rewrite(new URL(`/${language}${titled}`, request.nextUrl)) : NextResponse.next();
}

/** Strips further leading slashes and backslashes, because a browser would read a second one as the start of a host. */
function redirectTo(request: NextRequest, path: string, query: URLSearchParams): NextResponse {
  const target = new URL(`/${path.replace(/^[\\/]+/, "")}`, request.nextUrl.origin);
  target.search = query.toString();
  const headers = { "Cache-Control": "private, no-store", Vary: "Cookie, Accept-Language" };
  return NextResponse.redirect(target, { status: 307, headers });
}

function chooseLanguage(request: NextRequest, chosen: Language, barePath: string): NextResponse {
  const query = new URLSearchParams(request.nextUrl.searchParams);
  query.delete(languageParameter);
  const response = redirectTo(request, localizedPath(chosen, barePath), query);
  const { name, maxAgeSeconds } = languageCookie;
  const { secure } = policySources();
  response.cookies.set(name, chosen, { path: "/", sameSite: "lax", maxAge: maxAgeSeconds, secure });
  return response;
}

function detectRequestLanguage(request: NextRequest): Language {
  return detectLanguage({
    cookie: request.cookies.get(languageCookie.name)?.value,
    host: request.headers.get("host") ?? undefined,
    acceptLanguage: request.headers.get("accept-language") ?? undefined,
  });
}

function getPageKind(barePath: string): PageKind {
  if (privatePage.test(barePath)) return "private";
  return publicPage.test(barePath) ? "public" : "sale";
}

type ReplacementPage = { path: string; status: number };

function renderWithNonce(request: NextRequest, kind: PageKind, replacement?: ReplacementPage): NextResponse {
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = pageHeaders(kind, policySources(), [`'nonce-${nonce}'`]);
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(policy)) headers.set(name, value);
  const init = { request: { headers }, ...(replacement ? { status: replacement.status } : {}) };
  const destination = replacement && new URL(`${replacement.path}${request.nextUrl.search}`, request.nextUrl);
  const response = destination ? NextResponse.rewrite(destination, init) : NextResponse.next(init);
  for (const [name, value] of Object.entries(policy)) response.headers.set(name, value);
  return response;
}

/** Only the credential protects the terminal's data, so nothing may cache its pages. */
function renderTerminal(request: NextRequest, language: Language, barePath: string): NextResponse {
  const { secure } = policySources();
  const ids = readIdCookies(request.headers.get("cookie"), secure);
  const hasCredential = deviceCookie.read(request.headers, secure) !== null;
  const verdict = guardTerminalPage(barePath, { ids, hasCredential, query: request.nextUrl.searchParams });
  const kind = isSellingPage(barePath) ? "sale" : "private";
  const refusal = verdict === "allowed" ? undefined : refusedPages[verdict];
  return uncached(renderWithNonce(request, kind, refusal && { ...refusal, path: `/${language}${refusal.path}` }));
}

function uncached(response: NextResponse): NextResponse {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

// Next reads this at build time: literals only. A matcher halves a cached page's throughput, so it admits only requests
// that may be changed (docs/design.md, Middleware matcher). tests/http/language-rule.test.ts compares it with
// lib/platform/i18n/language-rule.ts.
export const config = {
  runtime: "nodejs",
  matcher: [
    "/:french(fr)?",
    "/:french(fr)?/:page(order|terminal|console)/:path*",
    "/:french(fr)?/:page(success|hashtest|dummy)",
    "/:french(fr)?/:id/preview/:path*",
    { source: "/:french(fr)?/:kiosk(1)?/:id", has: [{ type: "query", key: "title" }] },
    { source: "/:french(fr)?/:kiosk(1)?/:id", has: [{ type: "query", key: "inSupportOf" }] },
    {
      source: "/((?!(?:api|_next|_i18n|builds|\\.well-known)(?:/|$)).*)",
      has: [{ type: "query", key: "lang", value: "en|fr" }],
    },
    {
      source: "/((?!(?:api|_next|_i18n|builds|\\.well-known|fr)(?:/|$)|.*\\.[^/]+$).*)",
      has: [{ type: "cookie", key: "i18n_redirected", value: "fr" }],
    },
    {
      source: "/((?!(?:api|_next|_i18n|builds|\\.well-known|fr)(?:/|$)|.*\\.[^/]+$).*)",
      has: [{ type: "host", value: "fr\\..*" }],
      missing: [{ type: "cookie", key: "i18n_redirected", value: "en" }],
    },
    {
      source: "/((?!(?:api|_next|_i18n|builds|\\.well-known|fr)(?:/|$)|.*\\.[^/]+$).*)",
      has: [{ type: "header", key: "accept-language", value: "(?![eE][nN](?:-[A-Za-z0-9]+)*\\s*(?:,|$)).*[fF][rR].*" }],
      missing: [{ type: "cookie", key: "i18n_redirected", value: "en" }],
    },
  ],
};
