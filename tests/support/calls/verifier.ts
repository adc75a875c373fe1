import { expect } from "vitest";
import type { CheckedSetup } from "@/lib/verification/check-setup";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import type { VerificationView } from "@/lib/verification/view-verification";
import type { Server } from "@/tests/support/servers/server";
import { demoMerchant, sheetBilling, walletToken } from "./apple-pay";
import type { Answer } from "./buyer";
import { createBuyer, freshAddress } from "./buyer";

/** What is paid to verify, in dollars, and a test's changes to it. */
export type VerificationPaymentChanges = { token?: string; amount?: number };

/** The answer of such a payment. */
export type PaidAnswer = { success: boolean; transaction?: { id: string }; payment: VerificationPayment };

/** An admin in a browser with a session of its own. */
export type Verifier = {
  cookie: string;
  view: () => Promise<Answer<VerificationView>>;
  checks: (instanceId: string, headers?: Record<string, string>) => Promise<Answer<CheckedSetup>>;
  pay: (instanceId: string, orderNumber: string, changes?: VerificationPaymentChanges) => Promise<Answer<PaidAnswer>>;
  refund: (instanceId: string, orderNumber: string) => Promise<Answer<{ payment: VerificationPayment }>>;
};

let serial = 0;

/** A number as the page makes it, of its own each time. */
export function verificationNumber(): string {
  serial += 1;
  return `AP-${(Date.now() + serial).toString(36)}`;
}

/**
 * Posts an admin's key; the answer's first cookie is the session. With an empty address it comes from the socket's own.
 */
export function signIn(
  server: Pick<Server, "url">,
  key: string,
  address = freshAddress(),
): Promise<Answer<{ seconds: number }>> {
  return createBuyer(server, address).call("POST", "/api/verification/session", { key });
}

/** Calls of a browser that carries `cookie`, with what a browser says of its own page. */
export function verifierWith(server: Pick<Server, "url">, cookie: string): Verifier {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const call = <Body>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    createBuyer(server).call<Body>(method, path, body, { ...headers, ...more });
  return {
    cookie,
    view: () => call("GET", "/api/verification"),
    checks: (instanceId, more) => call("GET", `/api/verification/checks?instanceId=${instanceId}`, undefined, more),
    pay: (instanceId, orderNumber, { token = walletToken({ amountCents: 100 }), amount = 1 } = {}) =>
      call("POST", "/api/bambora/processApplePayPayment", {
        instanceId,
        payment: {
          amount,
          payment_method: "apple_pay",
          order_number: orderNumber,
          billing: sheetBilling,
          apple_pay: { passthrough: false, apple_pay_merchant_id: demoMerchant, payment_token: token, complete: true },
        },
      }),
    refund: (instanceId, orderNumber) =>
      call("POST", `/api/verification/payments/${instanceId}/${orderNumber}/refund`, {}),
  };
}

/** Signs in with the server's key. */
export async function openVerifier(server: Server): Promise<Verifier> {
  const opened = await signIn(server, server.adminKey);
  const [cookie = ""] = opened.headers.getSetCookie();
  if (opened.status !== 200) throw new Error(`The session was refused: ${JSON.stringify(opened.body)}`);
  return verifierWith(server, cookie.split(";")[0] ?? "");
}

/** The payments by which a draw was verified, the newest first. */
export async function paymentsOf(by: Verifier, drawId: string): Promise<VerificationPayment[]> {
  return (await by.view()).body.payments.filter(({ instanceId }) => instanceId === drawId);
}

const knownWithin = { timeout: 40_000, interval: 100 };

/** Waits until one of a draw's payments is known to be made, and gives its number. */
export async function waitUntilPaid(by: Verifier, drawId: string): Promise<string> {
  const paid = async () => (await paymentsOf(by, drawId)).find(({ state }) => state === "approved")?.orderNumber;
  await expect.poll(paid, knownWithin).toBeDefined();
  return (await paid()) ?? "";
}

/** Waits until every refund is known: the job that sends them may have taken one before any click that asked for it. */
export async function waitUntilBack(by: Verifier, drawId: string): Promise<void> {
  const states = async () => (await paymentsOf(by, drawId)).flatMap(({ refund }) => refund?.state ?? []);
  const isKnown = async () => (await states()).every((state) => state !== "under-way") && (await states()).length > 0;
  await expect.poll(isKnown, knownWithin).toBe(true);
}
