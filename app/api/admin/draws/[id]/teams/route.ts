import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import type { Context } from "@/lib/context";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import { changeTeams } from "@/lib/teams/change-teams";
import { viewTeams } from "@/lib/teams/view-teams";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminRead(request, ({ ctx }) => respondWithTeams(ctx, id));
}

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await changeTeams(ctx, id, json.value);
    if (!result.ok) return result;
    refreshPages(id);
    return respondWithTeams(ctx, id);
  });
}

async function respondWithTeams(ctx: Context, id: string): Promise<ApiResult> {
  const result = await viewTeams(ctx, id);
  return result.ok ? { ok: true, body: result.view } : result;
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/teams");
