import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listAdminDraws, readAdminDraw } from "@/lib/draws/read-admin-draw";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listAdminDraws(ctx);
    return result.ok ? { ok: true, body: { draws: result.draws } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await importDraw(ctx, json.value);
    if (!result.ok) return result;
    refreshPages(result.drawId);
    const view = await readAdminDraw(ctx, result.drawId);
    if (!view.ok) return view;
    const { created, warnings } = result;
    return { ok: true, status: created ? 201 : 200, body: { draw: view.draw, warnings } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws");
