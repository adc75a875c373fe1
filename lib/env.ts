import "server-only";

import { z } from "zod";

import { identityProblem } from "./env.apple-pay";
import { demoDefaults } from "./env.demo";

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
const port = z.coerce.number().int().min(1).max(65_535);
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True when the address of a mail server says from whom the mails are. */
function namesSender(url: string): boolean {
  return z.email().safeParse(URL.canParse(url) && new URL(url).searchParams.get("from")).success;
}

const environmentSchema = z
  .object({
    TIRAGE_MODE: z.enum(["demo", "test", "live"]),
    PORT: port.default(3000),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    CHECKOUT_HOST: origin,
    MAIN_SITE_URL: address.optional(),
    RETURN_URL: address.optional(),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    BAMBORA_API_URL: address,
    BAMBORA_SCRIPT_URL: z.url({ protocol: /^https?$/ }),
    BAMBORA_BOARDING_URL: address.optional(),
    BAMBORA_BOARDING_TOKEN: z.string().min(8).optional(),
    APPLE_PAY_MERCHANT_ID: z.string().min(1).max(255).optional(),
    APPLE_PAY_CERTIFICATE: z.string().optional(),
    APPLE_PAY_KEY: z.string().optional(),
    APPLE_PAY_DISPLAY_NAME: z.string().min(1).max(64).optional(),
    APPLE_PAY_DOMAIN_FILE: z.string().optional(),
    APPLE_PAY_GATEWAY_URL: z.url({ protocol: /^https$/ }).optional(),
    VERIFICATION: z.enum(["on", "off"]).default("off"),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .refine(namesSender, "must name its sender: smtps://user:password@host?from=tickets@example.ca"),
    SECRETS_KEY: z.base64().refine((key) => Buffer.from(key, "base64").length === 32, "32 bytes in base64"),
    ADMIN_KEY: z.string().min(24),
  })
  .superRefine((values, context) => {
    for (const name of ["BAMBORA_API_URL", "BAMBORA_BOARDING_URL"] as const) {
      const url = values[name];
      if (values.TIRAGE_MODE === "demo" && url && !isLoopback(url))
        refuse(context, name, "must be on loopback in demo mode");
      if (values.TIRAGE_MODE === "live" && url && isLoopback(url))
        refuse(context, name, "must not be on loopback in live mode");
    }
    if (!values.DATABASE_URL && !isLoopback(values.BAMBORA_API_URL)) {
      refuse(
        context,
        "DATABASE_URL",
        "required with a real gateway: the embedded database does not survive a power cut",
      );
    }
    for (const name of ["BAMBORA_API_URL", "BAMBORA_SCRIPT_URL", "BAMBORA_BOARDING_URL"] as const) {
      const url = values[name];
      if (url && !isLoopback(url) && !url.startsWith("https:")) refuse(context, name, "must be https");
    }
    if (values.BAMBORA_BOARDING_URL && !values.BAMBORA_BOARDING_TOKEN)
      refuse(context, "BAMBORA_BOARDING_TOKEN", "required with BAMBORA_BOARDING_URL");
    if (values.TIRAGE_MODE === "live" && !values.CHECKOUT_HOST.startsWith("https:")) {
      refuse(context, "CHECKOUT_HOST", "must be https in live mode");
    }
    refuseApplePay(values, context);
  });

type ApplePayValues = {
  TIRAGE_MODE: string;
  APPLE_PAY_MERCHANT_ID?: string | undefined;
  APPLE_PAY_CERTIFICATE?: string | undefined;
  APPLE_PAY_KEY?: string | undefined;
  APPLE_PAY_GATEWAY_URL?: string | undefined;
};

/** Apple Pay is set up whole or not at all. A demo's certificate is made by its sandbox, perhaps a moment later. */
function refuseApplePay(values: ApplePayValues, context: z.RefinementCtx): void {
  const { TIRAGE_MODE, APPLE_PAY_GATEWAY_URL: gatewayUrl, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY } = values;
  const names = ["APPLE_PAY_MERCHANT_ID", "APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY"] as const;
  const missing = names.filter((name) => !values[name]);
  const isStarted = missing.length < names.length;
  for (const name of isStarted ? missing : []) refuse(context, name, "required for Apple Pay");
  if (gatewayUrl && (TIRAGE_MODE !== "demo" || !isLoopback(gatewayUrl)))
    refuse(context, "APPLE_PAY_GATEWAY_URL", "is for demo mode and must be on loopback");
  if (TIRAGE_MODE === "demo" || !APPLE_PAY_CERTIFICATE || !APPLE_PAY_KEY) return;
  const problem = identityProblem(APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY);
  if (problem) refuse(context, "APPLE_PAY_KEY", problem);
}

/** The configuration of this process, parsed once from the environment (design section 9). */
export type Environment = z.infer<typeof environmentSchema>;

/** Thrown when the configuration is incomplete; the message lists every missing or malformed variable. */
export class InvalidEnvironment extends Error {
  constructor(problems: string[]) {
    super(`The configuration is incomplete or malformed:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "InvalidEnvironment";
  }
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && loopbackHosts.has(new URL(url).hostname);
}

function refuse(context: z.RefinementCtx, variable: string, message: string): void {
  context.addIssue({ code: "custom", path: [variable], message });
}

/** Parses `source`; an empty value counts as unset, and demo mode has a working default for each variable. */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const defaults = given.TIRAGE_MODE === "demo" ? demoDefaults(given) : {};
  const parsed = environmentSchema.safeParse({ ...defaults, ...given });
  if (parsed.success) return parsed.data;
  throw new InvalidEnvironment(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}

let parsedEnvironment: Environment | undefined;

/** The configuration, parsed at the first call. Throws `InvalidEnvironment`. */
export function env(): Environment {
  parsedEnvironment ??= parseEnvironment(process.env);
  return parsedEnvironment;
}

/** True inside `next build`, which loads our modules but must not open the database. */
export function isBuilding(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}
