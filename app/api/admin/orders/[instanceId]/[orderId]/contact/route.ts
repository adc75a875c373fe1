import { orderCall } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { showContact } from "@/lib/console/orders/show-contact";

export const POST = orderCall(async (ctx, key) => {
  const result = await showContact(ctx, key);
  return result.ok ? { ok: true, body: { contact: result.contact } } : result;
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/contact");
