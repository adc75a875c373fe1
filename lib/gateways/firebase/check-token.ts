import "server-only";

import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logRarely } from "@/lib/platform/server/log";

import type { AppCheck, AppCheckVerdict } from "./port.app-check";

/** Refusals: `app-check-required`, and `app-check-unavailable` while the keys cannot be read. */
export async function checkToken(
  { appCheck }: { appCheck: AppCheck | null },
  path: string,
  token: string | null,
): Promise<{ ok: true } | Refusal> {
  const mode = appCheck?.getMode(path) ?? "off";
  if (!appCheck || mode === "off") return { ok: true };
  const verifying = appCheck.verify(token);
  if (mode === "watch") {
    void verifying.then((verdict) => logFlaw(verdict, path));
    return { ok: true };
  }
  const verdict = await verifying;
  logFlaw(verdict, path);
  if (verdict.kind === "valid") return { ok: true };
  return refuse(verdict.kind === "flawed" ? "app-check-required" : "app-check-unavailable");
}

function getApiArea(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

function logFlaw(verdict: AppCheckVerdict, path: string): void {
  if (verdict.kind === "flawed") logRarely(`App Check: a token was ${verdict.flaw} at ${getApiArea(path)}`);
}
