import type { ClientInfo, SessionCookies } from "@/lib/people/sessions/open-session";
import { getClientIp } from "@/lib/platform/http/client-ip";
import type { ApiResult } from "@/lib/platform/http/respond";
import { consoleBrowserCookie, consoleCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";

/** The cookie that recognizes a browser lasts this long. */
const browserSeconds = 400 * 24 * 60 * 60;

export function readSession({ headers }: Request): string | null {
  return consoleCookie.read(headers, isSecure());
}

export function readBrowser({ headers }: Request): ClientInfo {
  return {
    browser: consoleBrowserCookie.read(headers, isSecure()),
    userAgent: headers.get("user-agent") ?? "",
    ipAddress: getClientIp(headers, env().TRUSTED_PROXY_HOPS),
  };
}

export function toSignInResult({ session, browser, maxAgeSeconds }: SessionCookies): ApiResult {
  const cookies = [
    consoleCookie.write(session, maxAgeSeconds, isSecure()),
    consoleBrowserCookie.write(browser, browserSeconds, isSecure()),
  ];
  return { ok: true, body: { seconds: maxAgeSeconds }, cookies };
}

export function toSignOutResult(): ApiResult {
  return { ok: true, body: { seconds: 0 }, cookies: [consoleCookie.write("", 0, isSecure())] };
}

function isSecure(): boolean {
  return env().CHECKOUT_HOST.startsWith("https:");
}
