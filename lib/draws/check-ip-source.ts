import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Draw } from "./schema";

/**
 * A live server opens no draw whose buyers it could not check: `ip-source-required` while it has no source of IP
 * locations (docs/configuration.md, Where buyers are). Null when nothing is in the way.
 */
export function checkIpSource(
  { mode, ipLocation }: Pick<Context, "mode" | "ipLocation">,
  { checkoutAccess }: Pick<Draw, "checkoutAccess">,
): Refusal | null {
  if (mode !== "live" || ipLocation !== null || !checkoutAccess.requireIPCheck) return null;
  return refuse("ip-source-required");
}
