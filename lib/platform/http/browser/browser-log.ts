import { isLogging } from "./browser-logging";

/** Path segments of 20 or more characters may be secrets, such as order ids, codes and keys. */
const secretPart = /(?<=\/)[A-Za-z0-9_-]{20,}(?=\/|$)/g;

/** Logs only if the URL has the specification's `enableLogging=true`. */
export function logInBrowser(
  what: "call" | "state" | "notification",
  fields: Record<string, string | number | null>,
): void {
  // biome-ignore lint/suspicious/noConsole: this is what the URL asks for
  if (isLogging()) console.info(`tirage ${what}`, fields);
}

export function redactPath(path: string): string {
  return path.replace(/[?#].*$/, "").replace(secretPart, "…");
}
