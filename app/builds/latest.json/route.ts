import { respond } from "@/lib/platform/http/respond";
import { currentBuild } from "@/lib/platform/server/build";
import { currentRequestId } from "@/lib/platform/server/log";

export const dynamic = "force-dynamic";

/** Pages of an older build poll it to detect an update. */
export function GET(): Response {
  return respond(currentRequestId(), 200, currentBuild());
}
