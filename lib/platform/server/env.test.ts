import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { createAuthority } from "@/sandbox/apple/certificates";
import { sandboxProject } from "@/sandbox/google/app-check-tokens";

import { liveEnvironment as live, environmentProblems as problemsOf } from "@/tests/support/servers/live-environment";
import { parseEnvironment } from "./env";
import { appCheckSettings, applePaySettings } from "./env.gateways";

const authority = createAuthority("Test authority");
const identity = authority.issue({ name: "Merchant", uid: "merchant.ca" });
const otherIdentity = authority.issue({ name: "Merchant", uid: "merchant.ca" });
const applePay = {
  APPLE_PAY_MERCHANT_ID: "merchant.ca",
  APPLE_PAY_CERTIFICATE: identity.certificate,
  APPLE_PAY_KEY: identity.key,
};

const appCheck = {
  APP_CHECK_PROJECT_NUMBER: "123",
  APP_CHECK_PROJECT_ID: "tirage",
  APP_CHECK_APP_ID: "1:123:web:abc",
  APP_CHECK_API_KEY: "AIza-key",
  APP_CHECK_SITE_KEY: "6Lsite-key",
};

describe("parseEnvironment", () => {
  it("accepts a complete live configuration", () => {
    expect(parseEnvironment(live)).toMatchObject({ CHECKOUT_HOST: "https://tickets.example.ca", PORT: 3000 });
  });

  it("accepts a number of connections for each purpose, never zero", () => {
    const name = "DATABASE_SALES_CONNECTIONS";
    expect(parseEnvironment({ ...live, [name]: "3" })).toMatchObject({ [name]: 3, DATABASE_READS_CONNECTIONS: 6 });
    for (const wrong of ["0", "101", "many"]) expect(problemsOf({ ...live, [name]: wrong })).toContain(name);
  });

  it("keeps buyers for as long as regulators ask, or longer", () => {
    expect(parseEnvironment(live)).toMatchObject({
      RETENTION_UNPAID_DAYS: 30,
      RETENTION_CLAIM_DAYS: 184,
      RETENTION_BUYERS_DAYS: 1461,
    });
    expect(parseEnvironment({ ...live, RETENTION_BUYERS_DAYS: "731" })).toMatchObject({ RETENTION_BUYERS_DAYS: 731 });
    for (const [name, days] of [
      ["UNPAID", "0"],
      ["CLAIM", "183"],
      ["BUYERS", "730"],
      ["BUYERS", "1000.5"],
    ]) {
      expect(problemsOf({ ...live, [`RETENTION_${name}_DAYS`]: days })).toContain(`RETENTION_${name}_DAYS`);
    }
  });

  it("erases nobody by itself while they couldn't be erased on request", () => {
    const [claim, buyers] = ["RETENTION_CLAIM_DAYS", "RETENTION_BUYERS_DAYS"];
    for (const days of [{ [claim]: "1462" }, { [claim]: "801", [buyers]: "800" }])
      expect(problemsOf({ ...live, ...days })).toContain(`${claim}: must not exceed ${buyers}`);
    expect(parseEnvironment({ ...live, [claim]: "1462", [buyers]: "1462" })).toMatchObject({ [claim]: 1462 });
  });

  it("takes a metrics token, from a file too, but no weak, second or unreadable one", () => {
    const token = randomBytes(24).toString("base64");
    const file = join(mkdtempSync(join(tmpdir(), "tirage-token-")), "token");
    writeFileSync(file, `${token}\n`);
    expect(parseEnvironment(live).METRICS_TOKEN).toBeUndefined();
    expect(parseEnvironment({ ...live, METRICS_TOKEN: token }).METRICS_TOKEN).toBe(token);
    expect(parseEnvironment({ ...live, METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe(token);
    const SECRETS_KEY_PREVIOUS = randomBytes(32).toString("base64");
    for (const wrong of ["short", "a".repeat(24), live.ADMIN_KEY, live.SECRETS_KEY, SECRETS_KEY_PREVIOUS])
      expect(problemsOf({ ...live, SECRETS_KEY_PREVIOUS, METRICS_TOKEN: wrong })).toContain("METRICS_TOKEN: ");
    expect(problemsOf({ ...live, METRICS_TOKEN_FILE: `${file}-none` })).toContain("METRICS_TOKEN_FILE: names no file");
    expect(problemsOf({ ...live, METRICS_TOKEN: token, METRICS_TOKEN_FILE: file })).toContain("cannot be set together");
    writeFileSync(file, "short");
    expect(problemsOf({ ...live, METRICS_TOKEN_FILE: file })).toContain("METRICS_TOKEN: ");
  });

  it("offers Apple Pay only if it is set up, under the checkout's domain", () => {
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

  it("has App Check off by default, and otherwise requires all its settings", () => {
    expect(appCheckSettings(parseEnvironment({ ...live, ...appCheck }))).toBeNull();
    const problems = problemsOf({ ...live, APP_CHECK_MODE: "watch", APP_CHECK_APP_ID: "1:1:web:1" });
    for (const name of ["PROJECT_NUMBER", "PROJECT_ID", "API_KEY", "SITE_KEY"])
      expect(problems).toContain(`APP_CHECK_${name}: required with APP_CHECK_MODE=watch`);
    expect(problems).not.toContain("APP_CHECK_APP_ID");
  });

  it("refuses an app from another project, whose tokens would all be foreign", () => {
    const source = { ...live, ...appCheck, APP_CHECK_MODE: "enforce" };
    expect(problemsOf({ ...source, APP_CHECK_APP_ID: "1:124:web:abc" })).toContain("APP_CHECK_APP_ID: is not of");
    expect(problemsOf({ ...source, APP_CHECK_APP_ID: "1:123:web:other" })).toBe("");
  });

  it("accepts modes per path, and Google's keys only from Google", () => {
    const source = { ...live, ...appCheck, APP_CHECK_MODE: "enforce" };
    const routes = { APP_CHECK_ROUTES: "/api/orders=watch, /api/getInstance=enforce" };
    expect(appCheckSettings(parseEnvironment({ ...source, ...routes }))).toMatchObject({
      mode: "enforce",
      routes: [
        { path: "/api/orders", mode: "watch" },
        { path: "/api/getInstance", mode: "enforce" },
      ],
      keysUrl: "https://firebaseappcheck.googleapis.com/v1/jwks",
    });
    for (const wrong of ["/api/orders", "/api/orders/=watch", "/api/orders=maybe", "orders=watch", "/orders=watch"])
      expect(problemsOf({ ...source, APP_CHECK_ROUTES: wrong })).toContain("APP_CHECK_ROUTES");
    for (const url of ["https://keys.example.com/jwks", "http://127.0.0.1:3100/app-check/jwks"])
      expect(problemsOf({ ...source, APP_CHECK_KEYS_URL: url })).toContain("APP_CHECK_KEYS_URL");
  });

  it("lists all missing variables at once", () => {
    const message = problemsOf({ TIRAGE_MODE: "live", ADMIN_KEY: "" });
    for (const name of [
      "CHECKOUT_HOST",
      "BAMBORA_API_URL",
      "BAMBORA_SCRIPT_URL",
      "SMTP_URL",
      "SECRETS_KEY",
      "ADMIN_KEY",
      "TRUSTED_PROXY_HOPS",
    ]) {
      expect(message).toContain(name);
    }
  });

  it("lists all weak, unsafe and malformed values at once", () => {
    const message = problemsOf({
      ...live,
      PORT: "none",
      SECRETS_KEY: Buffer.alloc(32).toString("base64"),
      ADMIN_KEY: "a".repeat(24),
      BAMBORA_API_URL: "https://10.0.0.7",
      BAMBORA_SCRIPT_URL: "https://cdn.example.ca/customcheckout.js",
      DATABASE_URL: "postgres://db.example.ca/tirage",
      TRUSTED_PROXY_HOPS: "",
    });
    const lines = message.split("\n").slice(1);
    expect(lines.map((line) => line.trim().split(":")[0]).sort()).toEqual([
      ...["ADMIN_KEY", "BAMBORA_API_URL", "BAMBORA_SCRIPT_URL", "DATABASE_URL", "PORT", "SECRETS_KEY"],
      "TRUSTED_PROXY_HOPS",
    ]);
    expect(message).not.toContain("aaaa");
  });

  it.each([
    ["equal bytes", Buffer.alloc(32, 7)],
    ["a row of bytes", Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ["16 bytes twice", Buffer.concat([Buffer.from("8f1d02c7a4be936051e8d9f07b3c6a2e", "hex")].flatMap((b) => [b, b]))],
    ["a sentence", Buffer.from("this is the secret of our lotto!")],
  ])("refuses a secret of %s", (_name, bytes) => {
    const SECRETS_KEY = bytes.toString("base64");
    expect(problemsOf({ ...live, SECRETS_KEY })).toContain("SECRETS_KEY: is too weak");
    expect(problemsOf({ ...live, TIRAGE_MODE: "test", SECRETS_KEY })).toContain("SECRETS_KEY: is too weak");
  });

  it.each(["a".repeat(24), "abcdefghijklmnopqrstuvwxyz", "correct-1".repeat(3), "123412341234123412341234"])(
    "refuses the admin key %s",
    (ADMIN_KEY) => expect(problemsOf({ ...live, ADMIN_KEY })).toContain("ADMIN_KEY: is too weak"),
  );

  it("accepts every key that a generator produces", () => {
    for (let draw = 0; draw < 300; draw += 1) {
      const SECRETS_KEY = randomBytes(32).toString("base64");
      expect(problemsOf({ ...live, SECRETS_KEY, ADMIN_KEY: randomBytes(18).toString("base64url") })).toBe("");
    }
  });

  it("accepts earlier secrets beside the current one, apart by commas, and requires as much of each", () => {
    const [first = "", second = ""] = [1, 2].map(() => randomBytes(32).toString("base64"));
    const ring = { ...live, SECRETS_KEY_PREVIOUS: `${first}, ${second}` };
    expect(parseEnvironment(ring).SECRETS_KEY_PREVIOUS).toEqual([first, second]);
    expect(parseEnvironment(live).SECRETS_KEY_PREVIOUS).toBeUndefined();
    const weak = Buffer.alloc(32, 7).toString("base64");
    for (const [previous, problem] of [
      ["c2hvcnQ=", "32 bytes in base64"],
      [`${first},${weak}`, "has a key that is too weak"],
      [live.SECRETS_KEY, "has SECRETS_KEY as well"],
      [`${first},${first}`, "or a key twice"],
    ]) {
      expect(problemsOf({ ...live, SECRETS_KEY_PREVIOUS: previous ?? "" })).toContain(problem);
    }
    expect(problemsOf({ ...live, ADMIN_KEY: first, SECRETS_KEY_PREVIOUS: first })).toContain("must not have ADMIN_KEY");
  });

  it("refuses the keys that a demo generated in the same directory", () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "tirage-env-"));
    const { SECRETS_KEY, ADMIN_KEY } = parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR });
    const message = problemsOf({ ...live, DATA_DIR, SECRETS_KEY, ADMIN_KEY });
    expect(message).toContain("SECRETS_KEY: is the key of the demo");
    expect(message).toContain("ADMIN_KEY: is the key of the demo");
    const previous = problemsOf({ ...live, DATA_DIR, SECRETS_KEY_PREVIOUS: SECRETS_KEY });
    expect(previous).toContain("SECRETS_KEY_PREVIOUS: has the key of the demo");
  });

  it.each([
    "postgres://localhost/tirage",
    "postgres://tirage:secret@127.0.0.1:5433/tirage",
    "postgres://[::1]/tirage",
    "postgres://%2Fvar%2Frun%2Fpostgresql/tirage",
    "postgres:///tirage?host=/var/run/postgresql",
    "postgres://db.example.ca/tirage?sslmode=require",
    "postgres://db.example.ca/tirage?sslmode=verify-full&uselibpqcompat=true",
  ])("accepts the database %s in live mode", (DATABASE_URL) => expect(problemsOf({ ...live, DATABASE_URL })).toBe(""));

  it.each([
    "postgres://db.example.ca/tirage",
    "postgres://localhost/tirage?host=db.example.ca",
    "postgres://localhost.example.ca/tirage",
    "postgres:///tirage",
    "postgres://db.example.ca/tirage?sslmode=no-verify",
    "postgres://db.example.ca/tirage?sslmode=require&uselibpqcompat=true",
    "postgres://db.example.ca/tirage?sslmode=verify-full&sslmode=disable",
  ])("refuses the database %s in live mode", (DATABASE_URL) => {
    expect(problemsOf({ ...live, DATABASE_URL })).toContain("DATABASE_URL: must end in ?sslmode=verify-full");
  });

  it("lets a test site use a sandbox on its own machine, and otherwise only Bambora", () => {
    const test = { ...live, TIRAGE_MODE: "test", TRUSTED_PROXY_HOPS: "", DATABASE_URL: "postgres://db/tirage" };
    expect(problemsOf(test)).toBe("");
    const sandbox = { BAMBORA_API_URL: "http://127.0.0.1:3100", BAMBORA_SCRIPT_URL: "http://localhost:3100/c.js" };
    const sandboxBoarding = {
      BAMBORA_BOARDING_URL: sandbox.BAMBORA_API_URL,
      BAMBORA_BOARDING_TOKEN: "sandbox-boarding-token",
    };
    expect(problemsOf({ ...test, ...sandbox, ...sandboxBoarding })).toBe("");
    const boarding = {
      BAMBORA_BOARDING_URL: "https://sandbox-api.na.bambora.com",
      BAMBORA_BOARDING_TOKEN: "token-of-boarding",
    };
    expect(problemsOf({ ...test, ...boarding })).toBe("");
    expect(problemsOf({ ...live, ...boarding })).toContain("BAMBORA_BOARDING_URL: must be at");
    expect(problemsOf({ ...test, BAMBORA_API_URL: "https://gateway.example.ca" })).toContain(
      "BAMBORA_API_URL: must be",
    );
  });

  it.each([
    ["no mode", { TIRAGE_MODE: "" }, "TIRAGE_MODE"],
    ["plain http in live mode", { CHECKOUT_HOST: "http://tickets.example.ca" }, "CHECKOUT_HOST"],
    ["a real gateway without PostgreSQL", { DATABASE_URL: "" }, "DATABASE_URL"],
    ["a sandbox in live mode", { BAMBORA_API_URL: "http://127.0.0.1:3100" }, "BAMBORA_API_URL"],
    [
      "a boarding service of the sandbox in live mode",
      { BAMBORA_BOARDING_URL: "http://127.0.0.1:3100", BAMBORA_BOARDING_TOKEN: "sandbox-boarding-token" },
      "BAMBORA_BOARDING_URL: must be at https://api.na.bambora.com",
    ],
    ["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
    ["a mail server without a sender", { SMTP_URL: "smtps://mail.example.ca" }, "from=tickets@"],
    [
      "a mail server with more connections than it may have",
      { SMTP_URL: "smtps://mail.example.ca?from=tickets@example.ca&connections=101" },
      "connections must be 1 to 100",
    ],
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
    ["a gateway of a similar name", { BAMBORA_API_URL: "https://api.na.bambora.com.example.ca" }, "BAMBORA_API_URL"],
    ["a gateway at another port", { BAMBORA_API_URL: "https://api.na.bambora.com:8443" }, "BAMBORA_API_URL"],
    ["the demo's token", { BAMBORA_BOARDING_TOKEN: "sandbox-boarding-token" }, "BAMBORA_BOARDING_TOKEN: is the demo's"],
    ["one key for both", { ADMIN_KEY: live.SECRETS_KEY }, "ADMIN_KEY: must not be SECRETS_KEY"],
    ["a proxy that nobody stated", { TRUSTED_PROXY_HOPS: "" }, "TRUSTED_PROXY_HOPS: must be stated"],
    ["a location header that anybody can send", { IP_LOCATION_HEADER: "x-place" }, "IP_LOCATION_HEADER: requires"],
    [
      "two sources of locations",
      { IP_LOCATION_HEADER: "x-place", IP_LOCATION_DATABASE: "/p.mmdb", TRUSTED_PROXY_HOPS: "1" },
      "IP_LOCATION_HEADER: cannot be set together",
    ],
    [
      "three location headers",
      { IP_LOCATION_HEADER: "a,b,c", TRUSTED_PROXY_HOPS: "1" },
      "IP_LOCATION_HEADER: the name",
    ],
    ["a boarding service without its token", { BAMBORA_BOARDING_URL: "https://b.example" }, "BAMBORA_BOARDING_TOKEN"],
    [
      "a draw feed that anybody can read on its way",
      { DRAWS_URL: "http://draws.example.ca" },
      "DRAWS_URL: must be https",
    ],
    ["a token without its draw feed", { DRAWS_TOKEN: "token-of-the-feed" }, "DRAWS_URL: required with DRAWS_TOKEN"],
  ])("refuses %s", (_name, overrides, variable) => {
    expect(problemsOf({ ...live, ...overrides })).toContain(variable);
  });

  it("gives a demo with App Check the sandbox's project, unless it names its own", () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "tirage-demo-"));
    const demo = { TIRAGE_MODE: "demo", DATA_DIR, SANDBOX_PORT: "4100", APP_CHECK_MODE: "enforce" };
    const { client, keysUrl, ...settings } = appCheckSettings(parseEnvironment(demo)) ?? {};
    const { projectNumber, appId, ...ofClient } = sandboxProject;
    expect(settings).toMatchObject({ projectNumber, appId, mode: "enforce" });
    expect(client).toMatchObject({ ...ofClient, appId });
    expect(keysUrl).toBe("http://127.0.0.1:4100/app-check/jwks");
    expect(problemsOf({ ...demo, APP_CHECK_APP_ID: "1:1:web:1" })).toContain(
      "APP_CHECK_SITE_KEY: required with APP_CHECK_MODE=enforce",
    );
    expect(appCheckSettings(parseEnvironment({ ...demo, APP_CHECK_MODE: "off" }))).toBeNull();
  });

  it("gives every setting a working default in demo mode, keeps its keys, and refuses a real gateway there", () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "tirage-env-"));
    const demo = parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR, PORT: "4000", SANDBOX_PORT: "4100" });
    expect(demo).toMatchObject({ CHECKOUT_HOST: "http://localhost:4000", BAMBORA_API_URL: "http://127.0.0.1:4100" });
    expect([demo.STOP_GRACE_SECONDS, parseEnvironment(live).STOP_GRACE_SECONDS]).toEqual([0, 5]);
    expect(readFileSync(join(DATA_DIR, "admin-key"), "utf8")).toBe(demo.ADMIN_KEY);
    expect(parseEnvironment({ TIRAGE_MODE: "demo", DATA_DIR }).SECRETS_KEY).toBe(demo.SECRETS_KEY);
    for (const name of ["BAMBORA_API_URL", "BAMBORA_BOARDING_URL"]) {
      const message = problemsOf({ TIRAGE_MODE: "demo", DATA_DIR, [name]: "https://api.na.bambora.com" });
      expect(message).toContain(`${name}: must be on loopback`);
    }
  });
});
