import type { OrderRequest } from "@/lib/orders/client";
import type { Availability } from "@/lib/orders/rules.lines";
import type { CardBilling } from "@/lib/payments/client";
import type { Language } from "@/lib/platform/i18n/routing";
import { toBasket } from "./basket";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";

/** Requires a form without problems. */
export function toCardBilling(draw: CheckoutDraw, form: CheckoutForm): CardBilling {
  const [phone, postalCode] = [form.phone.trim(), form.postalCode.trim().toUpperCase()];
  return {
    name: form.name.trim(),
    email_address: form.email.trim(),
    province: form.province || draw.province,
    ...(phone ? { phone_number: phone } : {}),
    ...(postalCode ? { postal_code: postalCode } : {}),
  };
}

/** Requires a form without problems. */
export function toOrderRequest(
  draw: CheckoutDraw,
  form: CheckoutForm,
  locale: Language,
  availability: Availability,
): OrderRequest {
  const { lines, bundles } = toBasket(draw, form, availability);
  const [phone, postalCode] = [form.phone.trim(), form.postalCode.trim().toUpperCase()];
  return {
    instanceId: draw.id,
    lines,
    ...(bundles.length > 0 ? { bundles } : {}),
    buyer: {
      name: form.name.trim(),
      email: form.email.trim(),
      province: form.province || draw.province,
      ...(phone ? { phone } : {}),
      ...(postalCode ? { postalCode } : {}),
    },
    ...(form.teamId ? { teamId: form.teamId } : {}),
    attestations: { age: true, location: true, rules: true },
    locale,
  };
}
