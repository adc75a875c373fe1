import { describe, expect, it } from "vitest";

import type { AppCheckSettings } from "@/lib/platform/server/env.gateways";
import { getMode } from "./rules";

type Modes = Pick<AppCheckSettings, "mode" | "routes">;

const enforce: Modes = { mode: "enforce", routes: [] };

describe("App Check's mode for a path", () => {
  it.each([
    ["/api/orders", "enforce"],
    ["/api/bambora/processPayment", "enforce"],
    ["/api/bambora/processApplePayPayment", "enforce"],
    ["/api/apple-pay/validate-merchant", "enforce"],
    ["/api/orders/demo/0123", "watch"],
    ["/api/orders/demo/0123/cancel", "watch"],
    ["/api/terminal/orders", "watch"],
    ["/api/draws/demo/live", "watch"],
    ["/api/admin/draws", "off"],
    ["/api/health", "off"],
    ["/api/policy-reports", "off"],
    ["/api/ready", "off"],
    ["/api/icons/lucide.json", "off"],
    ["/api/webhooks/bambora", "off"],
    ["/fr/demo/_payload.json", "off"],
  ])("enforcing: %s is %s", (path, mode) => {
    expect(getMode(path, enforce)).toBe(mode);
  });

  it("is weaker than enforcing everywhere in watch mode, and nothing when off", () => {
    expect(getMode("/api/orders", { mode: "watch", routes: [] })).toBe("watch");
    expect(getMode("/api/orders", { mode: "off", routes: [{ path: "/api/orders", mode: "enforce" }] })).toBe("off");
  });

  it("exempts cash sales at terminals with one setting, cards with a second, and Apple's sheet with neither", () => {
    const routes = ["/api/orders", "/api/bambora"].map((path) => ({ path, mode: "watch" as const }));
    for (const path of ["/api/orders", "/api/bambora/processPayment", "/api/terminal/orders/demo/0123/cash"])
      expect([path, getMode(path, { mode: "enforce", routes })]).toEqual([path, "watch"]);
    const placing = { mode: "enforce" as const, routes: routes.slice(0, 1) };
    expect(getMode("/api/terminal/orders/demo/0123/cash", placing)).toBe("watch");
    expect(getMode("/api/bambora/processPayment", placing)).toBe("enforce");
    expect(getMode("/api/apple-pay/validate-merchant", { mode: "enforce", routes })).toBe("enforce");
  });

  it("follows the longest setting that names the path or a parent of it", () => {
    const settings: Modes = {
      mode: "watch",
      routes: [
        { path: "/api/orders", mode: "off" },
        { path: "/api/orders/demo", mode: "enforce" },
        { path: "/api/admin", mode: "enforce" },
      ],
    };
    expect(getMode("/api/orders", settings)).toBe("off");
    expect(getMode("/api/orders/demo/1", settings)).toBe("enforce");
    expect(getMode("/api/ordersx", settings)).toBe("watch");
    expect(getMode("/api/admin/draws", settings)).toBe("off");
  });
});
