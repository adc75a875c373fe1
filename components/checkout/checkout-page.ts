import type { useTranslations } from "next-intl";

import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import type { PositionControl } from "@/components/order-form/use-position";
import type { ApplePay } from "@/components/payment/apple-pay/prepare-apple-pay";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { Language } from "@/lib/platform/i18n/routing";
import type { CheckoutControl } from "./use-checkout";

/** What Apple's sheet shows: lines, their sum in cents, and words for what is wrong with a contact. */
export type SheetWords = {
  items: PricedItem[];
  cents: number;
  words: {
    own: ReturnType<typeof useTranslations<"checkout.applePay">>;
    wrong: ReturnType<typeof useTranslations<"checkout.wrong">>;
  };
};

/** The whole checkout as its view draws it. */
export type CheckoutPage = {
  control: FormControl;
  /** The browser's position, where the draw needs it. */
  position: PositionControl;
  card: CardForm;
  purchase: CheckoutControl;
  live: LiveState;
  /** What the form is priced by. */
  sale: SaleMoment;
  /** Nothing can be bought now; a held order of a draw without free tickets can still be paid. */
  isClosed: boolean;
  /** The button was pressed, and what a press does is on its way. */
  isPressed: boolean;
  submit: () => void;
  /** A box of the form was left. */
  leaveField: (id: string) => void;
  /** Null where Apple Pay does not work, undefined until that is known. */
  applePay: ApplePay | null | undefined;
  /** To be called by the click itself. */
  payByApple: (words: SheetWords) => void;
};

/** What a press works with: the draw, and the checkout as it is drawn. */
export type Pressed = {
  draw: CheckoutDraw;
  locale: Language;
  page: Pick<CheckoutPage, "control" | "position" | "card" | "purchase" | "sale" | "isClosed">;
};
