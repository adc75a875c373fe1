import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listSuggestions } from "@/lib/people/list-suggestions";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listSuggestions(ctx);
    return result.ok ? { ok: true, body: { suggestions: result.suggestions } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/persons/suggestions");
