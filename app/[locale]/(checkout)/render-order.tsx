import "server-only";

import { isbot } from "isbot";
import { headers } from "next/headers";
import { cache } from "react";

import { missingPage } from "@/app/[locale]/missing-page";
import { OrderMissing } from "@/components/orders/order-missing";
import { OrderPage } from "@/components/orders/order-page";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { readOrder } from "@/lib/orders/read-order";
import { parseOrderKey } from "@/lib/orders/rules.identity";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { setPageStatus } from "@/lib/platform/server/page-status";
import { createContext } from "@/lib/wiring/create-context";

import { loadDraw } from "./load-draw";

/** `corrected` if the order's URL was changed (decision 064). `draw` is null once it isn't public any more. */
export const loadOrder = cache(async (instanceId: string, orderId: string) => {
  const ctx = await createContext("reads");
  const key = parseOrderKey({ instanceId, orderId });
  const [order, draw] = await Promise.all([readOrder(ctx, key), loadDraw(instanceId)]);
  if (!order.ok) return order.reason === "order-corrected" ? "corrected" : null;
  return { order: order.order, draw: draw.ok ? draw.draw : null, live: draw.ok ? draw.live : null };
});

export async function renderOrder({ locale, instanceId, orderId, isConfirmation = false }: RenderOrderProps) {
  // Next renders a page even if its layout refuses the language.
  if (!isLanguage(locale)) return missingPage();
  const result = await loadOrder(instanceId, orderId);
  if (!result || result === "corrected") return missingOrder(locale, result ? 403 : 404);
  const { CHECKOUT_HOST, RETURN_URL, TIRAGE_MODE } = env();
  const { order, draw, live } = result;
  const backHref = draw ? drawHref(draw, locale, RETURN_URL) : localizedPath(locale, "/");
  const place = { backHref, isDemo: TIRAGE_MODE === "demo", checkoutHost: CHECKOUT_HOST };
  return <OrderPage order={order} draw={draw} live={live} locale={locale} {...place} isConfirmation={isConfirmation} />;
}

function drawHref(draw: PublicDraw, locale: Language, returnUrl: string | undefined): string {
  return returnUrl && draw.additionalOptions.custom5050Page
    ? `${returnUrl}/5050/${draw.urlSlug}`
    : localizedPath(locale, `/${draw.id}`);
}

type RenderOrderProps = { locale: Language; instanceId: string; orderId: string; isConfirmation?: boolean };

async function missingOrder(locale: Language, statusCode: 403 | 404) {
  setPageStatus(statusCode);
  const isBot = isbot((await headers()).get("user-agent"));
  return isBot ? <main /> : <OrderMissing locale={locale} statusCode={statusCode} />;
}
