import { expect, it } from "vitest";

import { createPatterns } from "./route-patterns";

const findPattern = createPatterns({
  staticRoutes: [{ page: "/api/orders", regex: "^/api/orders(?:/)?$" }],
  dynamicRoutes: [
    { page: "/api/orders/[instanceId]/[orderId]", regex: "^/api/orders/([^/]+?)/([^/]+?)(?:/)?$" },
    { page: "/api/[[...path]]", regex: "^/api(?:/(.+?))?(?:/)?$" },
    { page: "/[locale]", regex: "^/([^/]+?)(?:/)?$" },
    { page: "/[locale]/order/[instanceId]/[orderId]", regex: "^/([^/]+?)/order/([^/]+?)/([^/]+?)(?:/)?$" },
    { page: "/[locale]/terminal/[id]", regex: "^/([^/]+?)/terminal/([^/]+?)(?:/)?$" },
    { page: "/[locale]/[id]", regex: "^/([^/]+?)/([^/]+?)(?:/)?$" },
    { page: "/[locale]/[...rest]", regex: "^/([^/]+?)/(.+?)(?:/)?$" },
  ],
});

it.each([
  ["/api/orders", "/api/orders"],
  ["/api/orders/gala/5MTW2C9ARSECRETSECRETSECRE", "/api/orders/[instanceId]/[orderId]"],
  ["/api/nothing/of/the/kind", "/api/[[...path]]"],
  ["/fr/order/gala/5MTW2C9ARSECRETSECRETSECRE", "/[locale]/order/[instanceId]/[orderId]"],
  ["/order/gala/5MTW2C9ARSECRETSECRETSECRE", "/[locale]/order/[instanceId]/[orderId]"],
  ["/", "/[locale]"],
  ["/fr", "/[locale]"],
  ["/gala", "/[locale]/[id]"],
  ["/fr/gala", "/[locale]/[id]"],
  ["/terminal/gala", "/[locale]/terminal/[id]"],
  ["/fr/marie@example.com/and/more", "/[locale]/[...rest]"],
])("%s is logged as %s", (path, pattern) => {
  expect(findPattern(path)).toBe(pattern);
});

it("names no pattern without a build", () => {
  expect(createPatterns({ staticRoutes: [], dynamicRoutes: [] })("/gala")).toBe("-");
});
