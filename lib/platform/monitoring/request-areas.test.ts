import { expect, it } from "vitest";

import { getRequestArea } from "./request-areas";

it.each([
  ["/api/orders", "reserve"],
  ["/api/bambora/processPayment", "pay"],
  ["/api/bambora/processApplePayPayment", "pay"],
  ["/api/draws/demo5050/live", "live"],
  ["/api/orders/demo5050/0123456789ABCDEFGHJKMNPQRS", "api"],
  ["/api/terminal/orders", "terminal"],
  ["/api/admin/draws", "admin"],
  ["/api/verification/session", "admin"],
  ["/api/metrics", "probe"],
  ["/api/nothing-like-it", "api"],
  ["/_next/static/chunks/a", "file"],
  ["/icon.svg", "file"],
  ["/fr/demo5050", "page"],
  ["", "page"],
])("%s belongs to %s", (path, area) => {
  expect(getRequestArea(path)).toBe(area);
});
