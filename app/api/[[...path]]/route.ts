import { refuse } from "@/lib/platform/http/reasons";
import { respondRefusal } from "@/lib/platform/http/respond";
import { getCurrentRequestId } from "@/lib/platform/server/log";

function answer(): Response {
  return respondRefusal(getCurrentRequestId(), refuse("not-found"));
}

export const dynamic = "force-dynamic";

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
