import { demoAccount } from "@/sandbox/accounts";

const texts = (en: string, fr: string) => ({ en, fr });

/** What a manager fills in of a 50/50, whose sales last from `startDate` to `endDate` on the clock of its zone. */
export const filledIn = {
  title: texts("Spring 50/50", "50/50 du printemps"),
  organization: "Arena Foundation",
  supportEmail: "help@arena.test",
  license: "RAF123",
  rules: texts("Rules.", "Règlement."),
  startDate: "2026-11-21T09:00",
  endDate: "2026-12-05T21:00",
  prizes: { "Grand Prize": [{ description: texts("Half", "La moitié"), drawDate: "2026-12-06T12:00" }] },
  ticketPriceInfo: [{ id: "p1", tickets: 3, price: 5 }],
  maxTickets: 5000,
  checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
};

export const draftKeys = {
  merchantId: demoAccount.merchantId,
  passcode: demoAccount.passcodes.payments,
  reportingPasscode: demoAccount.passcodes.reporting,
};
