import "server-only";

import { z } from "zod";

import { demoDefaults } from "./env.demo";
import { deployedProblems } from "./env.deployed";
import type { Given } from "./env.rules";
import { unfitProblems } from "./env.rules";

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
const port = z.coerce.number().int().min(1).max(65_535);

/** True when the address of a mail server says from whom the mails are. */
function namesSender(url: string): boolean {
  return z.email().safeParse(URL.canParse(url) && new URL(url).searchParams.get("from")).success;
}

const environmentSchema = z.object({
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
});

/** The configuration of this process, parsed once from the environment (design section 9). */
export type Environment = z.infer<typeof environmentSchema>;

/** Thrown when the configuration cannot be worked with; the message lists all that is wrong, each with its variable. */
export class InvalidEnvironment extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration is incomplete, malformed or unsafe:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
    this.name = "InvalidEnvironment";
  }
}

/** The variables that are well-formed each by itself. */
function readable(source: Record<string, string | undefined>): Given {
  const fields = Object.entries(environmentSchema.shape).map(([name, field]) => {
    const parsed = field.safeParse(source[name]);
    return [name, parsed.success ? parsed.data : undefined];
  });
  return Object.fromEntries(fields) as Given;
}

/**
 * Parses `source`; an empty value counts as unset, and demo mode has a working default for each variable. Throws
 * `InvalidEnvironment` with all that is wrong at once.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const complete = { ...(given.TIRAGE_MODE === "demo" ? demoDefaults(given) : {}), ...given };
  const parsed = environmentSchema.safeParse(complete);
  const malformed = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  const values = readable(complete);
  const unfit = [...unfitProblems(values), ...deployedProblems(values, new Set(Object.keys(given)))];
  // Of a variable that cannot be read nothing else is known.
  const others = unfit.filter(({ variable }) => malformed.every((problem) => problem.variable !== variable));
  if (parsed.success && others.length === 0) return parsed.data;
  throw new InvalidEnvironment([...malformed, ...others].map(({ variable, message }) => `${variable}: ${message}`));
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
