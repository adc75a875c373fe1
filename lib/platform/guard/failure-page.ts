import "server-only";

import { isbot } from "isbot";

import { escapeHtml } from "@/lib/escape-html";
import { hashSource } from "@/lib/platform/csp/policy.mjs";
import { themeScript } from "@/lib/platform/csp/theme-script.mjs";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, localizedPath, splitPath } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import type { CompletedResponse } from "./buffer-response";

export type FailurePage = { html: string; headers: Record<string, string> };

export type PageVisitor = { path: string; userAgent: string | undefined; mainSite: string | undefined };

// Colours of app/globals.css. Browsers without light-dark() use their own.
const style = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#f6f3f0,#151011);color:light-dark(#1d1517,#f8f1ef);
font:1rem/1.5 ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{box-sizing:border-box;min-height:100vh;min-height:100dvh;padding:1.5rem;display:flex;flex-direction:column;
align-items:center;justify-content:center;gap:1rem;text-align:center}
main>*{max-width:32rem;margin:0}
.status{margin-bottom:.75rem;padding:1rem 2.5rem;border-radius:1.25rem;background:#d5122a;color:#ffffff;
font-size:3.75rem;font-weight:800;line-height:1;rotate:-4deg}
h1{font-size:1.5rem;line-height:1.3}
a{box-sizing:border-box;min-height:3rem;padding:.75rem 1.25rem;border:1px solid light-dark(#8a7d80,#857679);
border-radius:.75rem;background:light-dark(#ffffff,#211a1c);color:inherit;font-weight:600;line-height:1.4;
text-decoration:none}
a.first{border-color:transparent;background:#d5122a;background:light-dark(#d5122a,#d8172f);color:#ffffff}
a:focus-visible{outline:3px solid light-dark(#1450c8,#8db4ff);outline-offset:2px}`;

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self'",
  `script-src ${hashSource(themeScript())}`,
  `style-src ${hashSource(style)}`,
].join("; ");

/** Defined in docs/design.md, Error screen. Bots get only the status. */
export function renderFailurePage({ path, userAgent, mainSite }: PageVisitor): FailurePage {
  const { language } = splitPath(path);
  const title = escapeHtml(findTranslator(language)("errorScreen.heading"));
  const html = `<!DOCTYPE html>
<html lang="${htmlLanguage(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/favicon.ico">
<style>${style}</style><script>${themeScript()}</script></head>
<body><main>${isbot(userAgent) ? "" : renderScreen(language, mainSite)}</main></body></html>
`;
  return {
    html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-length": String(Buffer.byteLength(html)),
      "content-security-policy": policy,
      "cache-control": "private, no-store",
    },
  };
}

export function replaceFailure(answer: CompletedResponse, visitor: PageVisitor): CompletedResponse {
  if (answer.status !== 500 || !String(answer.headers["content-type"]).startsWith("text/html")) return answer;
  const page = renderFailurePage(visitor);
  const headers = { ...answer.headers, ...page.headers };
  for (const name of bodyHeaders) delete headers[name];
  return { ...answer, headers, body: Buffer.from(page.html) };
}

function renderScreen(language: Language, mainSite: string | undefined): string {
  const t = findTranslator(language);
  const home = escapeHtml(mainSite ?? localizedPath(language, "/"));
  return [
    `<p class="status">500</p>`,
    `<h1>${escapeHtml(t("errorScreen.heading"))}</h1>`,
    `<p role="alert">${escapeHtml(t("errorScreen.failed"))}</p>`,
    `<a class="first" href="">${escapeHtml(t("errorScreen.tryAgain"))}</a>`,
    `<a href="${home}">${escapeHtml(t("errorScreen.goHome"))}</a>`,
  ].join("");
}

const bodyHeaders = ["content-encoding", "etag", "link", "transfer-encoding"];
