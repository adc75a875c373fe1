import "server-only";

import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
const port = z.coerce.number().int().min(1).max(65_535);

const appCheckModes = ["off", "watch", "enforce"] as const;

/** Entries such as `/api/orders=watch /api/getInstance=enforce`, separated by spaces or commas. */
const routeModes = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.templateLiteral([z.string().regex(/^\/api(?:\/[\w-]+)+$/), "=", z.enum(appCheckModes)])))
  .transform((pairs) =>
    pairs.map((pair) => {
      const [path = "", mode] = pair.split("=");
      return { path, mode: mode as (typeof appCheckModes)[number] };
    }),
  );

const hostRoles = ["api", "script", "frames", "boarding"] as const;

/** Without scheme, port, path, wildcard or IP address. */
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Entries such as `api=api.example.com frames=cards.example.com`, separated by spaces or commas. */
const extraHosts = z.string().transform((text, context) => {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const hosts = entries.flatMap((entry) => {
    const [name, host = "", ...more] = entry.split("=");
    const role = hostRoles.find((candidate) => candidate === name);
    return role && hostName.test(host) && more.length === 0 ? [{ role, host }] : [];
  });
  if (hosts.length === entries.length) return hosts;
  const message =
    "each entry must be api=, script=, frames= or boarding= and the whole name of an https host in lower case, such as " +
    "api=api.example.com, without a scheme, port, path or wildcard";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function hasSender(url: string): boolean {
  return z.email().safeParse(URL.canParse(url) && new URL(url).searchParams.get("from")).success;
}

function hasValidConnections(url: string): boolean {
  const connections = URL.canParse(url) ? new URL(url).searchParams.get("connections") : null;
  return connections === null || /^([1-9]\d?|100)$/.test(connections);
}

/** Connections per process: five processes fit PostgreSQL's default of 100 (decision 047). */
export const defaultConnections = { sales: 8, reads: 6, jobs: 4 };

const days = z.coerce.number().int().max(36_525);

const secretsKey = z.base64().refine((key) => Buffer.from(key, "base64").length === 32, "32 bytes in base64");

const connections = z.coerce.number().int().min(1).max(100);

export const environmentSchema = z.object({
  TIRAGE_MODE: z.enum(["demo", "test", "live"]),
  PORT: port.default(3000),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SALES_CONNECTIONS: connections.default(defaultConnections.sales),
  DATABASE_READS_CONNECTIONS: connections.default(defaultConnections.reads),
  DATABASE_JOBS_CONNECTIONS: connections.default(defaultConnections.jobs),
  DATABASE_STANDBYS: z.coerce.number().int().min(0).max(10).default(0),
  MIGRATE_LOCK_MS: z.coerce.number().int().min(100).max(60_000).default(2000),
  MIGRATE_TRIES: z.coerce.number().int().min(1).max(1000).default(20),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(60).default(5),
  CHECKOUT_HOST: origin,
  MAIN_SITE_URL: httpUrl.optional(),
  RETURN_URL: httpUrl.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  IP_LOCATION_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+(,[A-Za-z0-9-]+)?$/, "the name of a header, or of two: country,region")
    .optional(),
  IP_LOCATION_DATABASE: z.string().min(1).optional(),
  BAMBORA_API_URL: httpUrl,
  BAMBORA_SCRIPT_URL: z.url({ protocol: /^https?$/ }),
  BAMBORA_BOARDING_URL: httpUrl.optional(),
  BAMBORA_BOARDING_TOKEN: z.string().min(8).optional(),
  BAMBORA_EXTRA_HOSTS: extraHosts.optional(),
  DRAWS_URL: httpUrl.optional(),
  DRAWS_TOKEN: z.string().min(8).optional(),
  DRAWS_REFRESH_SECONDS: z.coerce.number().int().min(1).max(3600).default(30),
  APPLE_PAY_MERCHANT_ID: z.string().min(1).max(255).optional(),
  APPLE_PAY_CERTIFICATE: z.string().optional(),
  APPLE_PAY_KEY: z.string().optional(),
  APPLE_PAY_DISPLAY_NAME: z.string().min(1).max(64).optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().optional(),
  APPLE_PAY_GATEWAY_URL: z.url({ protocol: /^https$/ }).optional(),
  ICON_SERVICE_URL: httpUrl.optional(),
  APP_CHECK_MODE: z.enum(appCheckModes).default("off"),
  APP_CHECK_ROUTES: routeModes.optional(),
  APP_CHECK_PROJECT_NUMBER: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  APP_CHECK_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .optional(),
  APP_CHECK_APP_ID: z
    .string()
    .regex(/^[\w:.-]{1,128}$/)
    .optional(),
  APP_CHECK_API_KEY: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional(),
  APP_CHECK_SITE_KEY: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional(),
  APP_CHECK_PROVIDER: z.enum(["recaptcha-v3", "recaptcha-enterprise"]).default("recaptcha-v3"),
  APP_CHECK_KEYS_URL: z.url({ protocol: /^https?$/ }).default("https://firebaseappcheck.googleapis.com/v1/jwks"),
  VERIFICATION: z.enum(["on", "off"]).default("off"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(hasSender, "must name its sender: smtps://user:password@host?from=tickets@example.ca")
    .refine(hasValidConnections, "connections must be 1 to 100"),
  SECRETS_KEY: secretsKey,
  SECRETS_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(secretsKey).max(5))
    .optional(),
  ADMIN_KEY: z.string().min(24),
  METRICS_TOKEN: z.string().min(24).optional(),
  // The minimums are the regulators': six months and two years (docs/draw-rules.md, Records and reports).
  RETENTION_UNPAID_DAYS: days.min(1).default(30),
  RETENTION_CLAIM_DAYS: days.min(184).default(184),
  RETENTION_BUYERS_DAYS: days.min(731).default(1461),
});

/** Defined in docs/design.md, Modes and configuration. */
export type Environment = z.infer<typeof environmentSchema>;

export type ParsedVariables = { [Name in keyof Environment]?: Environment[Name] | undefined };

export type Problem = { variable: string; message: string };
