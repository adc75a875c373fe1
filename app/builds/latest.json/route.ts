import { respond } from "@/lib/platform/http/respond";
import { currentBuild } from "@/lib/platform/server/build";

export const dynamic = "force-dynamic";

/** The build that answers now: a page of another one is told by it that there was an update. */
export function GET(): Response {
  return respond(crypto.randomUUID(), 200, currentBuild());
}
