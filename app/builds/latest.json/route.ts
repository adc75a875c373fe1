import { respond } from "@/lib/platform/http/respond";
import { currentBuild } from "@/lib/platform/server/build";
import { currentRequestId } from "@/lib/platform/server/log";

export const dynamic = "force-dynamic";

/** The build that answers now: a page of another one is told by it that there was an update. */
export function GET(): Response {
  return respond(currentRequestId(), 200, currentBuild());
}
