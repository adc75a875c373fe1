import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { CheckoutPage } from "./checkout-page";
import { useLate } from "./late-provider";

type ApplePayAreaProps = { draw: CheckoutDraw; page: CheckoutPage };

/**
 * Apple Pay's place on a wide screen, kept from the first picture on where it is likely or sure (`isSure`) to work, or
 * the form would move under a finger. On a phone its button stands in the bar; here it is told why it did not pay.
 */
export function ApplePayArea({ draw, page, isSure }: ApplePayAreaProps & { isSure: boolean }) {
  const { phase, trouble } = page.purchase.state;
  const late = useLate();
  const isOffered = !page.isClosed && phase !== "checking" && phase !== "leaving";
  if (page.applePay === null || (!isOffered && trouble?.about !== "apple-pay")) return null;
  return (
    <section aria-label="Apple Pay" className={page.applePay || isSure ? "apple-part" : "apple-part apple-pay-likely"}>
      {late ? <late.ApplePayNotice trouble={trouble} /> : null}
      {late && isOffered ? <late.ApplePayOffer draw={draw} page={page} /> : null}
    </section>
  );
}
