import { randomBytes } from "node:crypto";

import { parseEnvironment } from "@/lib/platform/server/env";

export const liveEnvironment = {
  TIRAGE_MODE: "live",
  CHECKOUT_HOST: "https://tickets.example.ca/",
  DATABASE_URL: "postgres://db.example.ca/tirage?sslmode=verify-full",
  BAMBORA_API_URL: "https://api.na.bambora.com",
  BAMBORA_SCRIPT_URL: "https://libs.na.bambora.com/customcheckout/1/customcheckout.js",
  SMTP_URL: "smtps://tickets:secret@mail.example.ca?from=tickets@example.ca",
  TRUSTED_PROXY_HOPS: "0",
  SECRETS_KEY: randomBytes(32).toString("base64"),
  ADMIN_KEY: randomBytes(24).toString("base64"),
};

export function environmentProblems(source: Record<string, string>): string {
  try {
    parseEnvironment(source);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
