/** Each API family has its own passcode (Bambora 1.1). `maximum` is in cents. */
export type Account = {
  merchantId: string;
  name: string;
  passcodes: { payments: string; reporting: string; profiles: string };
  maximumAmountCents: number;
  currency: "CAD" | "USD";
  /** TEST for a test account. A real account has the bank's own codes. */
  approvalCode: string;
  timeZone: string;
  status: "open" | "disabled";
};

export type PasscodeFamily = keyof Account["passcodes"];

/** For demo draws and tests. Its passcodes open only this sandbox. */
export const demoAccount: Account = {
  merchantId: "300200578",
  name: "Sandbox demo merchant",
  passcodes: {
    payments: "sandbox-payments-passcode",
    reporting: "sandbox-reporting-passcode",
    profiles: "sandbox-profiles-passcode",
  },
  maximumAmountCents: 100_000,
  currency: "CAD",
  approvalCode: "TEST",
  timeZone: "America/Vancouver",
  status: "open",
};

/** Proves that money and passcodes of two merchants never mix. */
export const otherAccount: Account = {
  ...demoAccount,
  merchantId: "300200579",
  name: "Sandbox other merchant",
  passcodes: {
    payments: "sandbox-other-payments-passcode",
    reporting: "sandbox-other-reporting-passcode",
    profiles: "sandbox-other-profiles-passcode",
  },
};

/** Cards declined by the other two accounts haven't been tried on this one. */
export const thirdAccount: Account = {
  ...demoAccount,
  merchantId: "300200583",
  name: "Sandbox third merchant",
  passcodes: {
    payments: "sandbox-third-payments-passcode",
    reporting: "sandbox-third-reporting-passcode",
    profiles: "sandbox-third-profiles-passcode",
  },
};

/** Disabled at the gateway, so every call answers 403 with code 209. */
export const disabledAccount: Account = {
  ...demoAccount,
  merchantId: "300200580",
  name: "Sandbox disabled merchant",
  status: "disabled",
};

/** The approval codes look like those of a real account at the production host. */
export const bankAccount: Account = {
  ...demoAccount,
  merchantId: "300200581",
  name: "Sandbox bank merchant",
  approvalCode: "A1B2C3",
};

/** In American dollars, which only the account's report shows (docs/bambora.md, Currency of an account). */
export const dollarAccount: Account = {
  ...demoAccount,
  merchantId: "300200582",
  name: "Sandbox dollar merchant",
  currency: "USD",
};

export const accounts: ReadonlyMap<string, Account> = new Map(
  [demoAccount, otherAccount, thirdAccount, disabledAccount, bankAccount, dollarAccount].map((account) => [
    account.merchantId,
    account,
  ]),
);
