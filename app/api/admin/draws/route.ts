import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/table";
import { importDraw } from "@/lib/draws/import-draw";
import { listAdminDraws, readAdminDraw } from "@/lib/draws/read-admin-draw";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const listed = await listAdminDraws(ctx);
    return listed.ok ? { ok: true, body: { draws: listed.draws } } : listed;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const imported = await importDraw(ctx, json.value);
    if (!imported.ok) return imported;
    refreshPages(imported.drawId);
    const read = await readAdminDraw(ctx, imported.drawId);
    if (!read.ok) return read;
    const { created, warnings } = imported;
    return { ok: true, status: created ? 201 : 200, body: { draw: read.draw, warnings } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws");
