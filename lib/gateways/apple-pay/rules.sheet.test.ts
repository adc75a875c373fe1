import { expect, it } from "vitest";

import { applePayVersion, createSheetRequest } from "./rules.sheet";

it("requests what the specification names", () => {
  expect(applePayVersion).toBe(14);
  expect(createSheetRequest({ label: "Test Foundation", cents: 2550 }, [{ label: "40 tickets", cents: 2550 }])).toEqual(
    {
      countryCode: "CA",
      currencyCode: "CAD",
      supportedNetworks: ["visa", "masterCard", "amex", "discover"],
      merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
      total: { label: "Test Foundation", amount: "25.50", type: "final" },
      lineItems: [{ label: "40 tickets", amount: "25.50", type: "final" }],
      requiredBillingContactFields: ["postalAddress"],
      requiredShippingContactFields: ["postalAddress", "name", "email", "phone"],
    },
  );
});

it.each([
  [1, "0.01"],
  [1000, "10.00"],
  [100_005, "1000.05"],
])("formats %i cents the way Apple expects", (cents, amount) => {
  expect(createSheetRequest({ label: "x", cents }, []).total.amount).toBe(amount);
});
