import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listTeams } from "@/lib/teams/list-teams";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listTeams(ctx);
    return result.ok ? { ok: true, body: { draws: result.draws } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/teams");
