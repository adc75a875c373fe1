import { AddOnBody } from "@/components/order-form/add-ons/add-on-body";
import { watchNumberChecks } from "@/components/orders/numbers/watch-number-checks";
import { HoldNotice } from "@/components/payment/hold-notice";
import { ProblemSummary } from "@/components/payment/problem-summary";
import { watchShares } from "@/components/share/share-page";
import { ApplePayNotice, ApplePayOffer } from "./apple-pay-offer";
import { EmailHint } from "./email-hint";
import { focusNextField, leaveField } from "./field-focus";
import { HandoverLater, HandoverPanel } from "./handover-panel";
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
  HandoverLater,
  HandoverPanel,
  PendingPaymentNotice,
  PayBar,
  ProblemSummary,
  RememberDetails,
  leaveField,
  focusNextField,
  submitApplePay,
  submitCardPayment,
};

watchShares();
watchNumberChecks();
