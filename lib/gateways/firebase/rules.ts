import type { AppCheckMode, AppCheckSettings } from "@/lib/platform/server/env.gateways";

/** These calls are authenticated in another way, or need no proof. */
const uncheckedPaths = /^\/api\/(?:admin|health|ready|icons|images|policy-reports|webhooks)(?:\/|$)/;

/**
 * Only pages that load App Check make these calls. Pages of orders and terminals have no token, so their calls are
 * watched but never refused.
 */
const sellingPaths = new Set([
  "/api/orders",
  "/api/bambora/processPayment",
  "/api/bambora/processApplePayPayment",
  "/api/bambora/tokenize",
  "/api/apple-pay/validate-merchant",
]);

/** The longest matching path decides, otherwise the general mode. `enforce` applies to selling pages only. */
export function getMode(path: string, { mode, routes }: Pick<AppCheckSettings, "mode" | "routes">): AppCheckMode {
  if (mode === "off" || !path.startsWith("/api/") || uncheckedPaths.test(path)) return "off";
  const routeModes = routes
    .filter((route) => path === route.path || path.startsWith(`${route.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (routeModes) return routeModes.mode;
  return mode === "enforce" && !sellingPaths.has(path) ? "watch" : mode;
}
