import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { refuse } from "@/lib/platform/http/reasons";
import { respond, respondRefusal } from "@/lib/platform/http/respond";
import { getCurrentRequestId } from "@/lib/platform/server/log";
import { readReadiness } from "@/lib/wiring/runtime";

/** Stalled jobs don't make an instance unready, because another instance wouldn't do better. */
export async function GET(): Promise<Response> {
  const requestId = getCurrentRequestId();
  const readiness = await readReadiness();
  return readiness
    ? respond(requestId, 200, { ready: true, ...readiness })
    : respondRefusal(requestId, refuse("service-unavailable"));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/ready");
