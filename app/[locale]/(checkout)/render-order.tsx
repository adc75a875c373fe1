import { notFound } from "next/navigation";
import { OrderPage } from "@/components/orders/order-page";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { loadOrder } from "./load-order";

/**
 * Where a buyer goes back to: the draw's page on the main site where one is configured and has one (`custom5050Page`;
 * docs/design.md, Return to the draw), else its own page here.
 */
function drawHref(draw: PublicDraw, locale: Language, returnUrl: string | undefined): string {
  return returnUrl && draw.additionalOptions.custom5050Page
    ? `${returnUrl}/5050/${draw.urlSlug}`
    : localizedPath(locale, `/${draw.id}`);
}

type OrderAddress = { locale: Language; instanceId: string; orderId: string; isConfirmation?: boolean };

/**
 * The body of an order's page and of its confirmation; ends in the page for unknown paths when there is no such order.
 */
export async function renderOrder({ locale, instanceId, orderId, isConfirmation = false }: OrderAddress) {
  const found = await loadOrder(instanceId, orderId);
  if (!found) notFound();
  const { CHECKOUT_HOST, RETURN_URL, TIRAGE_MODE } = env();
  const { order, draw } = found;
  const backHref = draw ? drawHref(draw, locale, RETURN_URL) : localizedPath(locale, "/");
  const place = { backHref, isDemo: TIRAGE_MODE === "demo", checkoutHost: CHECKOUT_HOST };
  return <OrderPage order={order} draw={draw} locale={locale} {...place} isConfirmation={isConfirmation} />;
}
