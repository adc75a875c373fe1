import { expect } from "vitest";
import type { CheckedSetup } from "@/lib/verification/check-setup";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import type { VerificationView } from "@/lib/verification/view-verification";
import type { Server } from "@/tests/support/servers/server";
import { demoMerchant, sheetBilling, walletToken } from "./apple-pay";
import type { Answer } from "./buyer";
import { createBuyer, freshIpAddress } from "./buyer";

/** The amount is in dollars. */
export type VerificationPaymentChanges = { token?: string; amount?: number };

export type PaidAnswer = { success: boolean; transaction?: { id: string }; payment: VerificationPayment };

export type Verifier = {
  cookie: string;
  view: () => Promise<Answer<VerificationView>>;
  checks: (instanceId: string, headers?: Record<string, string>) => Promise<Answer<CheckedSetup>>;
  pay: (instanceId: string, orderNumber: string, changes?: VerificationPaymentChanges) => Promise<Answer<PaidAnswer>>;
  refund: (instanceId: string, orderNumber: string) => Promise<Answer<{ payment: VerificationPayment }>>;
};

let serial = 0;

export function verificationNumber(): string {
  serial += 1;
  return `AP-${(Date.now() + serial).toString(36)}`;
}

/** The answer's first cookie is the session. With an empty IP address, the socket's own counts. */
export function signIn(
  server: Pick<Server, "url">,
  key: string,
  ipAddress = freshIpAddress(),
): Promise<Answer<{ seconds: number }>> {
  return createBuyer(server, ipAddress).call("POST", "/api/verification/session", { key });
}

export const verificationPaymentPath = "/api/bambora/processApplePayPayment";

export function verificationPayment(
  instanceId: string,
  orderNumber: string,
  { token = walletToken({ amountCents: 100 }), amount = 1 }: VerificationPaymentChanges = {},
) {
  const applePay = { passthrough: false, apple_pay_merchant_id: demoMerchant, payment_token: token, complete: true };
  const method = { payment_method: "apple_pay", apple_pay: applePay };
  return { instanceId, payment: { amount, order_number: orderNumber, billing: sheetBilling, ...method } };
}

export function verifierWith(server: Pick<Server, "url">, cookie: string): Verifier {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const call = <Body>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    createBuyer(server).call<Body>(method, path, body, { ...headers, ...more });
  return {
    cookie,
    view: () => call("GET", "/api/verification"),
    checks: (instanceId, more) => call("GET", `/api/verification/checks?instanceId=${instanceId}`, undefined, more),
    pay: (instanceId, orderNumber, changes) =>
      call("POST", verificationPaymentPath, verificationPayment(instanceId, orderNumber, changes)),
    refund: (instanceId, orderNumber) =>
      call("POST", `/api/verification/payments/${instanceId}/${orderNumber}/refund`, {}),
  };
}

export async function openVerifier(server: Server): Promise<Verifier> {
  const opened = await signIn(server, server.adminKey);
  const [cookie = ""] = opened.headers.getSetCookie();
  if (opened.status !== 200) throw new Error(`The session was refused: ${JSON.stringify(opened.body)}`);
  return verifierWith(server, cookie.split(";")[0] ?? "");
}

export async function listPayments(by: Verifier, drawId: string): Promise<VerificationPayment[]> {
  return (await by.view()).body.payments.filter(({ instanceId }) => instanceId === drawId);
}

const pollLimits = { timeout: 40_000, interval: 100 };

export async function waitUntilPaid(by: Verifier, drawId: string): Promise<string> {
  const paid = async () => (await listPayments(by, drawId)).find(({ state }) => state === "approved")?.orderNumber;
  await expect.poll(paid, pollLimits).toBeDefined();
  return (await paid()) ?? "";
}

/** The refund job may claim a payment before a click asks for its refund. */
export async function waitUntilBack(by: Verifier, drawId: string): Promise<void> {
  const states = async () => (await listPayments(by, drawId)).flatMap(({ refund }) => refund?.state ?? []);
  const areRefundsKnown = async () =>
    (await states()).every((state) => state !== "under-way") && (await states()).length > 0;
  await expect.poll(areRefundsKnown, pollLimits).toBe(true);
}
