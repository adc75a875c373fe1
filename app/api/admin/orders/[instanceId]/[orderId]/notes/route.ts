import { orderCallWithBody } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { addNote } from "@/lib/console/orders/add-note";

export const POST = orderCallWithBody(async (ctx, key, body) => {
  const result = await addNote(ctx, key, body);
  return result.ok ? { ok: true, body: { notes: result.notes } } : result;
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/notes");
