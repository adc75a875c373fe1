import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { createAuthority } from "@/sandbox/apple/certificates";

import { parseEnvironment } from "./env";
import { applePaySettings } from "./env.apple-pay";

const live = {
  TIRAGE_MODE: "live",
  CHECKOUT_HOST: "https://tickets.example.ca/",
  DATABASE_URL: "postgres://db.example.ca/tirage",
  BAMBORA_API_URL: "https://api.na.bambora.com",
  BAMBORA_SCRIPT_URL: "https://libs.na.bambora.com/customcheckout/1/customcheckout.js",
  SMTP_URL: "smtps://tickets:secret@mail.example.ca?from=tickets@example.ca",
  SECRETS_KEY: Buffer.alloc(32).toString("base64"),
  ADMIN_KEY: "a".repeat(24),
};

const authority = createAuthority("Test authority");
const identity = authority.issue({ name: "Merchant", uid: "merchant.ca" });
const otherIdentity = authority.issue({ name: "Merchant", uid: "merchant.ca" });
const applePay = {
  APPLE_PAY_MERCHANT_ID: "merchant.ca",
  APPLE_PAY_CERTIFICATE: identity.certificate,
  APPLE_PAY_KEY: identity.key,
};

function problemsOf(source: Record<string, string>): string {
  try {
    parseEnvironment(source);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("parseEnvironment", () => {
  it("takes a complete live configuration", () => {
    expect(parseEnvironment(live)).toMatchObject({ CHECKOUT_HOST: "https://tickets.example.ca", PORT: 3000 });
  });

  it("offers Apple Pay only where it is set up, under the domain of the checkout", () => {
    expect(applePaySettings(parseEnvironment(live))).toBeNull();
    const oneLine = { ...applePay, APPLE_PAY_KEY: identity.key.replaceAll("\n", "\\n") };
    expect(applePaySettings(parseEnvironment({ ...live, ...oneLine }))).toMatchObject({
      merchantId: "merchant.ca",
      displayName: "tickets.example.ca",
      domain: "tickets.example.ca",
      gatewayUrl: null,
      scriptUrl: null,
    });
  });

  it("lists everything that is missing at once", () => {
    const message = problemsOf({ TIRAGE_MODE: "live", ADMIN_KEY: "" });
    for (const name of [
      "CHECKOUT_HOST",
      "BAMBORA_API_URL",
      "BAMBORA_SCRIPT_URL",
      "SMTP_URL",
      "SECRETS_KEY",
      "ADMIN_KEY",
    ]) {
      expect(message).toContain(name);
    }
  });

  it.each([
    ["no mode", { TIRAGE_MODE: "" }, "TIRAGE_MODE"],
    ["plain http in live mode", { CHECKOUT_HOST: "http://tickets.example.ca" }, "CHECKOUT_HOST"],
    ["a real gateway without PostgreSQL", { DATABASE_URL: "" }, "DATABASE_URL"],
    ["a sandbox in live mode", { BAMBORA_API_URL: "http://127.0.0.1:3100" }, "BAMBORA_API_URL"],
    [
      "a boarding service of the sandbox in live mode",
      { BAMBORA_BOARDING_URL: "http://127.0.0.1:3100", BAMBORA_BOARDING_TOKEN: "sandbox-boarding-token" },
      "BAMBORA_BOARDING_URL: must not be on loopback",
    ],
    ["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
    ["a mail server without a sender", { SMTP_URL: "smtps://mail.example.ca" }, "from=tickets@"],
    ["a mail server that is a web page", { SMTP_URL: "https://mail.example.ca?from=tickets@example.ca" }, "SMTP_URL"],
    ["a short secret", { SECRETS_KEY: "c2hvcnQ=" }, "SECRETS_KEY"],
    ["Apple Pay without its certificate", { APPLE_PAY_MERCHANT_ID: "merchant.ca" }, "APPLE_PAY_CERTIFICATE"],
    [
      "a certificate of Apple Pay that is none",
      { ...applePay, APPLE_PAY_CERTIFICATE: "/nowhere.pem" },
      "APPLE_PAY_KEY",
    ],
    ["another key than the certificate's", { ...applePay, APPLE_PAY_KEY: otherIdentity.key }, "APPLE_PAY_KEY: is not"],
    ["a stand-in of Apple", { ...applePay, APPLE_PAY_GATEWAY_URL: "https://127.0.0.1:1" }, "APPLE_PAY_GATEWAY_URL"],
    ["a boarding service without its token", { BAMBORA_BOARDING_URL: "https://b.example" }, "BAMBORA_BOARDING_TOKEN"],
  ])("refuses %s", (_name, overrides, variable) => {
    expect(problemsOf({ ...live, ...overrides })).toContain(variable);
  });

  it("gives demo mode a working default for each, keeps its keys, and refuses a real gateway there", () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "tirage-env-"));
    const demo = parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR, PORT: "4000", SANDBOX_PORT: "4100" });
    expect(demo).toMatchObject({ CHECKOUT_HOST: "http://localhost:4000", BAMBORA_API_URL: "http://127.0.0.1:4100" });
    expect(readFileSync(join(DATA_DIR, "admin-key"), "utf8")).toBe(demo.ADMIN_KEY);
    expect(parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR }).SECRETS_KEY).toBe(demo.SECRETS_KEY);
    for (const name of ["BAMBORA_API_URL", "BAMBORA_BOARDING_URL"]) {
      const message = problemsOf({ TIRAGE_MODE: "demo", DATA_DIR, [name]: "https://api.na.bambora.com" });
      expect(message).toContain(`${name}: must be on loopback`);
    }
  });
});
