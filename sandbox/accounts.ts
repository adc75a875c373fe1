/** A merchant account at the gateway. Each API family has a passcode of its own (Bambora 1.1); the cap is in cents. */
export type Account = {
  merchantId: string;
  name: string;
  passcodes: { payments: string; reporting: string; profiles: string };
  maximumAmountCents: number;
  currency: "CAD" | "USD";
  /** The approval code of its payments: TEST of a test account, a bank's of one that takes real money. */
  approvalCode: string;
  timeZone: string;
  status: "open" | "disabled";
};

/** The API families that an account's passcodes open. */
export type PasscodeFamily = keyof Account["passcodes"];

/** The account that demo draws and tests pay into. Its passcodes open nothing but this sandbox. */
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

/** A second account, to prove that money and passcodes of two merchants never mix. */
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

/** A third account: what cards were declined at the others says nothing of it. */
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

/** An account that the gateway has disabled: every call answers 403 with code 209. */
export const disabledAccount: Account = {
  ...demoAccount,
  merchantId: "300200580",
  name: "Sandbox disabled merchant",
  status: "disabled",
};

/** An account whose approvals look like a bank's: what a real account at the production host answers. */
export const bankAccount: Account = {
  ...demoAccount,
  merchantId: "300200581",
  name: "Sandbox bank merchant",
  approvalCode: "A1B2C3",
};

/**
 * An account that takes American dollars: no answer to a payment says so, its report does (docs/bambora.md, Currency of
 * an account).
 */
export const dollarAccount: Account = {
  ...demoAccount,
  merchantId: "300200582",
  name: "Sandbox dollar merchant",
  currency: "USD",
};

/** All accounts by merchant id. */
export const accounts: ReadonlyMap<string, Account> = new Map(
  [demoAccount, otherAccount, thirdAccount, disabledAccount, bankAccount, dollarAccount].map((account) => [
    account.merchantId,
    account,
  ]),
);
