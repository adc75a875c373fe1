import { isLogging } from "./browser-logging";

/** Ids of orders, codes and keys open something: what has 20 characters or more is left out. */
const secretPart = /(?<=\/)[A-Za-z0-9_-]{20,}(?=\/|$)/g;

/** Logs to the console if the address has the specification's `enableLogging=true`: no typed text, and no secret. */
export function logInBrowser(
  what: "call" | "state" | "notification",
  facts: Record<string, string | number | null>,
): void {
  // biome-ignore lint/suspicious/noConsole: this is what the address asks for
  if (isLogging()) console.info(`tirage ${what}`, facts);
}

/** A path without query and secrets. */
export function loggedPath(path: string): string {
  return path.replace(/[?#].*$/, "").replace(secretPart, "…");
}
