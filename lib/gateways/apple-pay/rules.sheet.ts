/**
 * Version of Apple's interface that the sheet is written for (docs/design.md, Apple Pay sheet request): macOS 13 and
 * iOS 16.
 */
export const applePayVersion = 14;

/** One line of the sheet; Apple wants the amount as a string. */
export type SheetItem = { label: string; amount: string; type: "final" };

/** What a sheet asks for, as Apple's constructor takes it (docs/bambora.md, Payment sheet request). */
export type SheetRequest = {
  countryCode: "CA";
  currencyCode: "CAD";
  supportedNetworks: string[];
  merchantCapabilities: string[];
  total: SheetItem;
  lineItems: SheetItem[];
  requiredBillingContactFields: string[];
  requiredShippingContactFields: string[];
};

/** A line of the sheet in our words; `cents` in cents. */
export type PricedItem = { label: string; cents: number };

function toItem({ label, cents }: PricedItem): SheetItem {
  return { label, amount: (cents / 100).toFixed(2), type: "final" };
}

/**
 * The request of a sheet (docs/design.md, Apple Pay sheet request). Before the authorization Apple tells the address
 * alone, and that of the shipping contact alone; e-mail and phone can be asked for there alone (docs/bambora.md,
 * Payment sheet request).
 */
export function sheetRequest(total: PricedItem, items: readonly PricedItem[]): SheetRequest {
  return {
    countryCode: "CA",
    currencyCode: "CAD",
    supportedNetworks: ["visa", "masterCard", "amex", "discover"],
    merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
    total: toItem(total),
    lineItems: items.map(toItem),
    requiredBillingContactFields: ["postalAddress"],
    requiredShippingContactFields: ["postalAddress", "name", "email", "phone"],
  };
}
