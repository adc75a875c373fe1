import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { respond } from "@/lib/platform/http/respond";

/** Alive, without asking the database. */
export function GET(): Response {
  return respond(crypto.randomUUID(), 200, { alive: true });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
