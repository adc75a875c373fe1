import { refuse } from "@/lib/http/reasons";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { respond, respondRefusal } from "@/lib/http/respond";
import { isReady } from "@/lib/is-ready";

/** Ready for buyers: the database answers, and this instance is not stopping. */
export async function GET(): Promise<Response> {
  const requestId = crypto.randomUUID();
  return (await isReady())
    ? respond(requestId, 200, { ready: true })
    : respondRefusal(requestId, refuse("service-unavailable"));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
