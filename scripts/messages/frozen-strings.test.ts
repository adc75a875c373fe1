import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { notificationTimeoutMs } from "@/components/terminal/shell/use-notifications";
import { hotPurchasesPerDay } from "@/lib/draws/rules";
import {
  additionalOptionsSchema,
  adminRoleSchema,
  bannerImageSchema,
  drawSchema,
  postalAddressSchema,
} from "@/lib/draws/schema";
import { drawTypeSchema, prizeTypeSchema } from "@/lib/draws/schema.packages";
import { createAppleOrderNumber, toApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { applePayVersion, createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { iconLoader } from "@/lib/platform/http/icon-loader";
import { languageCookie } from "@/lib/platform/i18n/language-rule";
import { languages } from "@/lib/platform/i18n/routing";
import { provinceCodes } from "@/lib/postal-address";
import { allocationKeys } from "@/lib/terminal/device/rules";
import messages from "@/messages/en.json";

function messageAt(path: string): unknown {
  return path.split(".").reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], messages);
}

/** Test scripts of the terminals, help pages and screenshots in manuals depend on these words. */
const frozen: Record<string, string> = {
  "guards.forbidden": "Device ID and/or 5050 Parent ID not found. Please ensure the device is registered.",
  "guards.missing": "Page Not Found: {path}",
  "errorScreen.heading": "Page not Found",
  "errorScreen.goHome": "Go Back Home",
  "draw.metadata.description":
    "Supporting {target} - Amazing site for generating funds for your charitable organisation.",
  "registration.notifications.registerFailed": "Error Registering Device",
  "registration.notifications.unknown": "An unknown error occurred. Please try again.",
  "registration.notifications.registrationFailed": "Registration failed",
  "registration.notifications.deleteFailed": "Error Deleting Allocation",
  "registration.notifications.deletionFailed": "Deletion failed",
  "registration.notifications.deleteImpossible": "Delete Allocation Error",
  "registration.notifications.idsRequired": "Device ID and Parent ID are required to delete allocation.",
  "registration.notifications.registered": "Device Registered Successfully",
  "registration.notifications.deleted": "Allocation Deleted Successfully",
  "checkout.applePay.unavailable": "Apple Pay is not available",
  "checkout.applePay.cancelled": "Payment cancelled",
  "checkout.applePay.failed": "Payment failed",
  "checkout.applePay.required.email": "Email address is required",
  "checkout.applePay.required.phone": "Phone number is required",
  "verification.pay.cancelled": "Payment cancelled",
  "verification.pay.failed": "Payment failed",
  "reasons.card-script-failed": "Failed to load Bambora Custom Checkout script",
  "reasons.card-script-missing": "Bambora Custom Checkout not loaded",
  "language.en": "English",
  "language.fr": "Français",
  "home.filters.upcoming": "Upcoming",
  "home.filters.ending-soon": "Ending Soon",
  "home.filters.highest-jackpot": "Highest JackPot",
  "home.filters.hot": "Hot 50/50s",
  "home.filters.past": "Past 50/50s",
};

it.each(Object.entries(frozen))("the message %s is %j", (path, words) => {
  expect(messageAt(path)).toBe(words);
});

describe("names that others store or read", () => {
  it("keys of a tablet's storage", () => {
    expect(Object.values(allocationKeys)).toEqual([
      "5050ng-deviceId",
      "5050ng-parentId",
      "5050ng-locationId",
      "5050ng-deviceDetails",
    ]);
  });

  it("languages, and the cookie that keeps a choice for 365 days", () => {
    expect(languages).toEqual(["en", "fr"]);
    expect(languageCookie).toEqual({ name: "i18n_redirected", maxAgeSeconds: 31_536_000 });
  });

  it("provinces and territories", () => {
    expect([...provinceCodes].sort().join(" ")).toBe("AB BC MB NB NL NS NT NU ON PE QC SK YT");
  });

  it("an organization's address has six fields", () => {
    const fields = ["city", "country", "line1", "line2", "postal_code", "state"];
    expect(Object.keys(postalAddressSchema.shape).sort()).toEqual(fields);
  });

  it("kinds of draws, prizes, providers and roles", () => {
    expect(drawTypeSchema.options).toEqual(["5050 Cash", "Prize raffle"]);
    expect(prizeTypeSchema.options).toEqual(["Grand Prize", "Early Bird", "Add On"]);
    const { displayTeamStatsConfig } = additionalOptionsSchema.unwrap().shape;
    expect(displayTeamStatsConfig.unwrap().options).toEqual(["labels", "icons", "both"]);
    expect(drawSchema.shape.paymentProvider.unwrap().options).toEqual(["bambora", "stripe", "paypal"]);
    expect(adminRoleSchema.options).toEqual([
      "admin",
      "Winner Picker",
      "Teams Manager",
      "Order Manager",
      "Order Refunder",
      "Order Email Re-sender",
    ]);
  });
});

const noBilling = {
  name: "",
  address_line1: "",
  address_line2: "",
  city: "",
  province: "",
  country: "CA" as const,
  postal_code: "",
  email_address: "",
  phone_number: "",
};

describe("numbers that others rely on", () => {
  it("options have the numbers of the specification", () => {
    expect(additionalOptionsSchema.parse(undefined)).toMatchObject({
      recentPurchases_refreshRate: 10_000,
      titleLengthToStackForTicketPools: 23,
      titleLengthToStackForBundles: 23,
    });
    expect(bannerImageSchema.parse({ url: "/demo/a.webp" }).carousel_speed).toBe(5000);
  });

  it("a notification disappears after 5000 ms, and a draw is hot from two purchases a day", () => {
    expect([notificationTimeoutMs, hotPurchasesPerDay]).toEqual([5000, 2]);
  });

  it("Apple Pay is requested in version 14, for four networks, in Canadian dollars", () => {
    const request = createSheetRequest({ label: "Total", cents: 500 }, []);
    expect(applePayVersion).toBe(14);
    expect(request).toMatchObject({
      countryCode: "CA",
      currencyCode: "CAD",
      supportedNetworks: ["visa", "masterCard", "amex", "discover"],
      merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
    });
  });

  it("an Apple Pay amount has two decimals", () => {
    const token = { paymentData: {} };
    const payment = { orderNumber: "AP1", merchantId: "merchant.example", token, billing: noBilling };
    expect(toApplePayPayment({ ...payment, amount: 10.006 }).amount).toBe(10.01);
    expect(toApplePayPayment({ ...payment, amount: 0.1 + 0.2 }).amount).toBe(0.3);
  });

  it("an Apple Pay order number is AP and the order's id, or AP- and the time in base 36", () => {
    expect(createAppleOrderNumber("5MTW2C9A", 0)).toBe("AP5MTW2C9A");
    expect(createAppleOrderNumber(null, 1_700_000_000_000)).toBe("AP-loyw3v28");
  });
});

describe("values from third parties, in the installed version", () => {
  it("limits of the icon loader", () => {
    expect(iconLoader).toMatchObject({ maxURL: 500, rotate: 750, timeout: 5000 });
  });

  it("delays of the attestation", () => {
    const sdk = readFileSync("node_modules/@firebase/app-check/dist/index.cjs.js", "utf8");
    expect(sdk).toMatch(/RETRIAL_MIN_WAIT: 30 \* 1000,/);
    expect(sdk).toMatch(/RETRIAL_MAX_WAIT: 16 \* 60 \* 1000\b/);
    expect(sdk).toMatch(/ONE_DAY = 24 \* 60 \* 60 \* 1000;/);
    expect(sdk).toMatch(/if \(httpStatus === 404 \|\| httpStatus === 403\) \{[^}]*Date\.now\(\) \+ ONE_DAY/);
    expect(sdk).toMatch(/calculateBackoffMillis\(backoffCount, 1000, 2\)/);
    expect(sdk).toMatch(/expireTimeMillis - state\.token\.issuedAtTimeMillis\) \*\s+0\.5/);
  });

  it("colours of the palette", () => {
    const styles = readFileSync("app/globals.css", "utf8");
    const palette = Object.fromEntries(
      [...styles.matchAll(/--color-(\w+): (#[0-9a-f]{6});/g)].map(([, ...pair]) => pair),
    );
    expect(palette).toMatchObject({ primary: "#d5122a", bright_red: "#d8172f" });
    expect(Object.keys(palette)).toEqual(expect.arrayContaining(["light_gray", "light_green"]));
  });
});
