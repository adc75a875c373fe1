import "server-only";

/** Few areas, so that Prometheus has few series and none identifies a caller. */
export const requestAreas = ["reserve", "pay", "live", "terminal", "admin", "probe", "api", "file", "page"] as const;

export type RequestArea = (typeof requestAreas)[number];

const areasOfPaths: ReadonlyMap<string, RequestArea> = new Map([
  ["/api/orders", "reserve"],
  ["/api/bambora/processPayment", "pay"],
  ["/api/bambora/processApplePayPayment", "pay"],
  ["/api/health", "probe"],
  ["/api/ready", "probe"],
  ["/api/metrics", "probe"],
]);

export function getRequestArea(path: string): RequestArea {
  if (!path.startsWith("/api/")) return path.startsWith("/_next/") || path.includes(".") ? "file" : "page";
  const area = areasOfPaths.get(path);
  if (area) return area;
  if (path.startsWith("/api/draws/") && path.endsWith("/live")) return "live";
  if (path.startsWith("/api/terminal/")) return "terminal";
  return path.startsWith("/api/admin/") || path.startsWith("/api/verification") ? "admin" : "api";
}
