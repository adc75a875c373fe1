import type { AppCheckMode, AppCheckSettings } from "@/lib/platform/server/env.gateways";

/** Calls that have a proof of their own, or need none: nobody looks for a token there. */
const outside = /^\/api\/(?:admin|health|ready|icons|images|policy-reports|webhooks)(?:\/|$)/;

/**
 * What is called by pages that sell, which load what makes tokens. All else is called by pages of an order or a
 * terminal too, which may have none, and is only watched.
 */
const sellingPaths = new Set([
  "/api/orders",
  "/api/bambora/processPayment",
  "/api/bambora/processApplePayPayment",
  "/api/bambora/tokenize",
  "/api/apple-pay/validate-merchant",
]);

/** What App Check does at a path: as its longest setting says, else as for all, softened where pages have no token. */
export function modeOf(path: string, { mode, routes }: Pick<AppCheckSettings, "mode" | "routes">): AppCheckMode {
  if (mode === "off" || !path.startsWith("/api/") || outside.test(path)) return "off";
  const own = routes
    .filter((route) => path === route.path || path.startsWith(`${route.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (own) return own.mode;
  return mode === "enforce" && !sellingPaths.has(path) ? "watch" : mode;
}
