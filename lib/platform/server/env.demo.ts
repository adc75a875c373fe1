import "server-only";

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function readDemoKey(directory: string, name: "admin-key" | "secrets-key"): string | null {
  const file = join(directory, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Stores the registration link of the demo's tablet, because the database only has a hash of its code. */
export function createDemoLinkStore(directory: string) {
  const file = join(directory, "demo-registration.json");
  return {
    read: () => (existsSync(file) ? readFileSync(file, "utf8") : null),
    write: (text: string) => writeFileSync(file, text, { mode: 0o600 }),
  };
}

/** Defined in docs/design.md, Demo defaults. Keys are generated once in `DATA_DIR`. */
export function demoDefaults(variables: Record<string, string | undefined>): Record<string, string> {
  const dataDir = variables.DATA_DIR ?? ".data";
  const sandbox = variables.SANDBOX_PORT ?? "3100";
  return {
    CHECKOUT_HOST: `http://localhost:${variables.PORT ?? "3000"}`,
    BAMBORA_API_URL: `http://127.0.0.1:${sandbox}`,
    BAMBORA_SCRIPT_URL: `http://localhost:${sandbox}/customcheckout/1/customcheckout.js`,
    BAMBORA_BOARDING_URL: `http://127.0.0.1:${sandbox}`,
    BAMBORA_BOARDING_TOKEN: "sandbox-boarding-token",
    APPLE_PAY_MERCHANT_ID: "merchant.example.tirage",
    APPLE_PAY_CERTIFICATE: join(dataDir, "apple-pay", "merchant-identity.pem"),
    APPLE_PAY_KEY: join(dataDir, "apple-pay", "merchant-identity.key"),
    APPLE_PAY_DISPLAY_NAME: "Tirage",
    APPLE_PAY_DOMAIN_FILE: join(dataDir, "apple-pay", "domain-association.txt"),
    APPLE_PAY_GATEWAY_URL: `https://127.0.0.1:${variables.SANDBOX_APPLE_PORT ?? Number(sandbox) + 2}`,
    ...(variables.APP_CHECK_MODE && !variables.APP_CHECK_APP_ID ? sandboxAppCheck(sandbox) : {}),
    ...(variables.IP_LOCATION_HEADER ? {} : { IP_LOCATION_DATABASE: "sandbox/demo-locations.mmdb" }),
    STOP_GRACE_SECONDS: "0",
    VERIFICATION: "on",
    SMTP_URL: `smtp://127.0.0.1:${variables.SANDBOX_SMTP_PORT ?? Number(sandbox) + 1}?from=tickets@tirage.example`,
    ADMIN_KEY:
      variables.ADMIN_KEY ?? readOrCreateKey(dataDir, "admin-key", () => randomBytes(24).toString("base64url")),
    SECRETS_KEY:
      variables.SECRETS_KEY ?? readOrCreateKey(dataDir, "secrets-key", () => randomBytes(32).toString("base64")),
  };
}

/** Creates the file exclusively, so that only one of two starting processes writes it. */
function readOrCreateKey(directory: string, name: string, generate: () => string): string {
  const file = join(directory, name);
  mkdirSync(directory, { recursive: true });
  try {
    writeFileSync(file, generate(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

function sandboxAppCheck(sandboxPort: string): Record<string, string> {
  return {
    APP_CHECK_PROJECT_NUMBER: "1234567890",
    APP_CHECK_PROJECT_ID: "tirage-sandbox",
    APP_CHECK_APP_ID: "1:1234567890:web:5a4db0c5",
    APP_CHECK_API_KEY: "sandbox-api-key",
    APP_CHECK_SITE_KEY: "sandbox-site-key",
    APP_CHECK_KEYS_URL: `http://127.0.0.1:${sandboxPort}/app-check/jwks`,
  };
}
