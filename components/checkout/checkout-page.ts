import type { useTranslations } from "next-intl";
import type { PositionControl } from "@/components/order-form/buyer/use-position";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import type { ApplePay } from "@/components/payment/apple-pay/prepare-apple-pay";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import type { Availability } from "@/lib/orders/rules.lines";
import type { Language } from "@/lib/platform/i18n/routing";
import type { CheckoutControl } from "./use-checkout";

export type ApplePayInput = {
  items: PricedItem[];
  cents: number;
  translations: {
    applePay: ReturnType<typeof useTranslations<"checkout.applePay">>;
    wrong: ReturnType<typeof useTranslations<"checkout.wrong">>;
  };
};

export type CheckoutPage = {
  control: FormControl;
  position: PositionControl;
  card: CardForm;
  purchase: CheckoutControl;
  live: LiveState;
  availability: Availability;
  isClosed: boolean;
  /** The buyer pressed Pay before the lazy parts had loaded. */
  isPayPending: boolean;
  submit: () => void;
  checkFieldOnBlur: (id: string) => void;
  /** Null if Apple Pay doesn't work, undefined until this is known. */
  applePay: ApplePay | null | undefined;
  /** Must be called within the click, or Apple's sheet doesn't open. */
  payWithApplePay: (input: ApplePayInput) => void;
};

export type PurchaseInput = {
  draw: CheckoutDraw;
  locale: Language;
  page: Pick<CheckoutPage, "control" | "position" | "card" | "purchase" | "availability" | "isClosed">;
};
