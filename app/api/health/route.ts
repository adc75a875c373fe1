import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { respond } from "@/lib/platform/http/respond";
import { getCurrentRequestId } from "@/lib/platform/server/log";

export function GET(): Response {
  return respond(getCurrentRequestId(), 200, { alive: true });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/health");
