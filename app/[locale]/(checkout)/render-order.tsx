import { isbot } from "isbot";
import { headers } from "next/headers";
import { missingPage } from "@/app/[locale]/missing-page";
import { OrderMissing } from "@/components/orders/order-missing";
import { OrderPage } from "@/components/orders/order-page";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { setPageStatus } from "@/lib/platform/server/page-status";
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

/** What is said where no order is shown: none is there, or its address has changed; a bot gets the bare status. */
async function missingOrder(locale: Language, statusCode: 403 | 404) {
  setPageStatus(statusCode);
  const isBot = isbot((await headers()).get("user-agent"));
  return isBot ? <main /> : <OrderMissing locale={locale} statusCode={statusCode} />;
}

/** The body of an order's page and of its confirmation. */
export async function renderOrder({ locale, instanceId, orderId, isConfirmation = false }: OrderAddress) {
  // The layout refuses another language beside this, and Next would send what is rendered here along with its refusal.
  if (!isLanguage(locale)) return missingPage();
  const found = await loadOrder(instanceId, orderId);
  if (!found || found === "corrected") return missingOrder(locale, found ? 403 : 404);
  const { CHECKOUT_HOST, RETURN_URL, TIRAGE_MODE } = env();
  const { order, draw, live } = found;
  const backHref = draw ? drawHref(draw, locale, RETURN_URL) : localizedPath(locale, "/");
  const place = { backHref, isDemo: TIRAGE_MODE === "demo", checkoutHost: CHECKOUT_HOST };
  return <OrderPage order={order} draw={draw} live={live} locale={locale} {...place} isConfirmation={isConfirmation} />;
}
