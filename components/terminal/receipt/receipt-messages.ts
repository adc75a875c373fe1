import type { Language } from "@/lib/platform/i18n/routing";
import type messages from "@/messages/en.json";

type Messages = typeof messages;

export type ReceiptMessages = Pick<Messages, "receipt" | "terminalReceipt" | "order"> & {
  draw: Pick<Messages["draw"], "organization" | "notDonation" | "helpLine" | "helpNeutral" | "dates">;
  checkout: Pick<Messages["checkout"], "provinces">;
};

/** A receipt is in its buyer's language, not its operator's. */
export type ReceiptMessagesByLanguage = Record<Language, ReceiptMessages>;

export function pickReceiptMessages({ receipt, terminalReceipt, order, draw, checkout }: Messages): ReceiptMessages {
  const { organization, notDonation, helpLine, helpNeutral, dates } = draw;
  const { provinces } = checkout;
  return {
    receipt,
    terminalReceipt,
    order,
    draw: { organization, notDonation, helpLine, helpNeutral, dates },
    checkout: { provinces },
  };
}
