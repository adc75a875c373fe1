import { refuse } from "@/lib/platform/http/reasons";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { respond, respondRefusal } from "@/lib/platform/http/respond";
import { isReady } from "@/lib/wiring/runtime";

/** Ready for buyers: the database answers, and this instance is not stopping. */
export async function GET(): Promise<Response> {
  const requestId = crypto.randomUUID();
  return (await isReady())
    ? respond(requestId, 200, { ready: true })
    : respondRefusal(requestId, refuse("service-unavailable"));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
