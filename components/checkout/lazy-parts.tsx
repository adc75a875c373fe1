import { AddOnBody } from "@/components/order-form/add-ons/add-on-body";
import { watchNumberChecks } from "@/components/orders/numbers/watch-number-checks";
import { HoldNotice } from "@/components/payment/hold-notice";
import { ProblemSummary } from "@/components/payment/problem-summary";
import { watchShares } from "@/components/share/share-page";
import { ApplePayNotice, ApplePayOffer } from "./apple-pay-offer";
import { EmailHint } from "./email-hint";
import { checkFieldOnBlur, focusNextField } from "./field-focus";
import { HandoverPanel, HandoverWaitingNotice } from "./handover-panel";
import { LostPayment } from "./lost-payment";
import { PayBar } from "./pay-bar";
import { PendingPaymentNotice } from "./pending-payment";
import { RememberDetails } from "./remember-details";
import { submitApplePay, submitCardPayment } from "./submit-purchase";

export const lazyParts = {
  AddOnBody,
  ApplePayNotice,
  ApplePayOffer,
  EmailHint,
  HoldNotice,
  LostPayment,
  HandoverWaitingNotice,
  HandoverPanel,
  PendingPaymentNotice,
  PayBar,
  ProblemSummary,
  RememberDetails,
  checkFieldOnBlur,
  focusNextField,
  submitApplePay,
  submitCardPayment,
};

watchShares();
watchNumberChecks();
