/** Supported by macOS 13 and iOS 16 (docs/design.md, Apple Pay sheet request). */
export const applePayVersion = 14;

export type SheetItem = { label: string; amount: string; type: "final" };

/** The parameter of Apple's constructor (docs/bambora.md, Payment sheet request). */
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

export type PricedItem = { label: string; cents: number };

/** Only the shipping contact can ask for email and phone (docs/bambora.md, Payment sheet request). */
export function createSheetRequest(total: PricedItem, items: readonly PricedItem[]): SheetRequest {
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

function toItem({ label, cents }: PricedItem): SheetItem {
  return { label, amount: (cents / 100).toFixed(2), type: "final" };
}
