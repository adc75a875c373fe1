import { respond } from "@/lib/platform/http/respond";
import { getCurrentBuild } from "@/lib/platform/server/build";
import { getCurrentRequestId } from "@/lib/platform/server/log";

export const dynamic = "force-dynamic";

/** Pages of an older build poll it to detect an update. */
export function GET(): Response {
  return respond(getCurrentRequestId(), 200, getCurrentBuild());
}
