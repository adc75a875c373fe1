import { refuse } from "@/lib/platform/http/reasons";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { respond, respondRefusal } from "@/lib/platform/http/respond";
import { currentRequestId } from "@/lib/platform/server/log";
import { isReady } from "@/lib/wiring/runtime";

/** Ready for buyers: the database answers, and this instance is not stopping. */
export async function GET(): Promise<Response> {
  const requestId = currentRequestId();
  return (await isReady())
    ? respond(requestId, 200, { ready: true })
    : respondRefusal(requestId, refuse("service-unavailable"));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
