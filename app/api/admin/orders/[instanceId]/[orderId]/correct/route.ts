import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { orderCallWithBody } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { correctBuyer } from "@/lib/privacy/correct-buyer";

export const POST = orderCallWithBody(async (ctx, key, body) => {
  const result = await correctBuyer(ctx, key, body);
  if (!result.ok) return result;
  refreshPages(key.instanceId);
  return { ok: true, body: { corrected: result.corrected, isMailed: result.isMailed } };
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/correct");
