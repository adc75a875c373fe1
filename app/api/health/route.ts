import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { respond } from "@/lib/platform/http/respond";
import { currentRequestId } from "@/lib/platform/server/log";

/** Alive, without asking the database. */
export function GET(): Response {
  return respond(currentRequestId(), 200, { alive: true });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
