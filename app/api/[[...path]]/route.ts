import { refuse } from "@/lib/platform/http/reasons";
import { respondRefusal } from "@/lib/platform/http/respond";

/** Calls that do not exist are answered in the form of those that do. */
function answer(): Response {
  return respondRefusal(crypto.randomUUID(), refuse("not-found"));
}

export const dynamic = "force-dynamic";

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
