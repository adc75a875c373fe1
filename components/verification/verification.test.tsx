// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkFindings, checkIds, createCheck } from "@/lib/verification/rules.checks";
import type { VerificationPayment } from "@/lib/verification/rules.verification";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { applePayWithoutSheet, merchantSession } from "@/tests/support/views/apple-pay-sheet";
import { Verification } from "./verification";

const offer = { merchantId: "merchant.test", displayName: "Test Foundation" };
const instant = "2026-11-20T18:00:00.000Z";
const detail = { merchantId: "merchant.test", found: "merchant.other", from: instant, until: instant, days: 20 };
const detailValues = {
  ...detail,
  status: 400,
  hash: "abc",
  served: "def",
  mode: "enforce",
  why: "none",
  flaw: "forged",
};
const draws = [{ instanceId: "verified", title: "Arena 50/50" }];
const paid: VerificationPayment = {
  instanceId: "verified",
  orderNumber: "AP-mabc1234",
  amount: 1,
  sentAt: instant,
  state: "approved",
  reason: null,
  transactionId: "10000042",
  refund: null,
};

let apple: ReturnType<typeof applePayWithoutSheet>;
let payments: VerificationPayment[];
let answers: Record<string, () => Response>;
let bodies: Record<string, { payment?: { order_number: string; amount: number } }>;

async function network(url: string, { body }: RequestInit): Promise<Response> {
  const [path = ""] = url.split("?");
  if (body) bodies[path] = JSON.parse(String(body));
  return answers[path]?.() ?? Response.json({ reason: "not-found", requestId: "r" }, { status: 404 });
}

beforeEach(() => {
  apple = applePayWithoutSheet();
  payments = [];
  bodies = {};
  answers = {
    "/api/verification": () => Response.json({ ok: true, amount: 1, draws, payments }),
    "/api/verification/checks": () =>
      Response.json({
        ok: true,
        checkedAt: instant,
        checks: checkIds.map((id) => createCheck(id, "right" as never, detailValues)),
      }),
    "/api/verification/session": () => Response.json({ seconds: 1800 }),
    "/api/verification/session/end": () => Response.json({ seconds: 0 }),
    "/api/apple-pay/validate-merchant": () => Response.json({ merchantSession: merchantSession() }),
  };
  vi.stubGlobal("fetch", network);
  Object.assign(window, { ApplePaySession: apple.api.Session, ApplePayError: apple.api.PayError });
});

afterEach(() => vi.unstubAllGlobals());

function show(language: "en" | "fr" = "en", wasOpenedBy: "key" | "person" | null = "key") {
  const problems: string[] = [];
  const messages = language === "en" ? english : french;
  render(
    <NextIntlClientProvider
      locale={language}
      messages={messages as typeof english}
      timeZone="America/Toronto"
      onError={({ message }) => problems.push(message)}
    >
      <Verification initialSession={wasOpenedBy} offer={offer} isDemo={false} />
    </NextIntlClientProvider>,
  );
  return { t: messages.verification as typeof english.verification, problems };
}

function refuse(reason: string, status: number) {
  return () => Response.json({ reason, requestId: "r" }, { status });
}

describe.each(["en", "fr"] as const)("the checks in %s", (language) => {
  it.each(checkIds)("have a message for every finding of %s", async (id) => {
    const findings = checkFindings[id];
    const checks = findings.map((finding) => createCheck(id, finding as never, detailValues));
    for (const check of checks) {
      answers["/api/verification/checks"] = () => Response.json({ ok: true, checkedAt: instant, checks: [check] });
      const { t, problems } = show(language);
      const row = await screen.findByText(t.names[id]);
      const item = row.closest("li") as HTMLElement;
      within(item).getByText(t.states[check.state]);
      const findingText = (t.findings[id] as Record<string, string>)[check.finding] ?? "";
      const mend = (t.mends[id] as Record<string, string>)[check.finding] ?? "";
      expect(item.textContent).toContain(findingText.split("{")[0]);
      expect(item.textContent).toContain(mend);
      expect(item.textContent).not.toMatch(/findings\.|\{|undefined|Invalid/);
      expect(problems).toEqual([]);
      cleanup();
    }
  });
});

describe("the payment", () => {
  it("is one dollar under an AP- number, and can then be refunded", async () => {
    answers["/api/bambora/processApplePayPayment"] = () => {
      payments = [paid];
      return Response.json({ success: true, payment: paid });
    };
    const { t } = show();
    fireEvent.click(await screen.findByRole("button", { name: t.pay.button }));
    await waitFor(() => expect(apple.seen).toContain("open"));
    await act(async () => apple.authorize());
    await screen.findByText(t.pay.paid);
    const { payment } = bodies["/api/bambora/processApplePayPayment"] ?? {};
    expect(payment).toMatchObject({ amount: 1, order_number: expect.stringMatching(/^AP-[0-9a-z]{8,9}$/) });
    expect(apple.seen).toContain("done");

    answers["/api/verification/payments/verified/AP-mabc1234/refund"] = () => {
      payments = [{ ...paid, refund: { state: "done", reason: null } }];
      return Response.json({ payment: payments[0] });
    };
    fireEvent.click(await screen.findByRole("button", { name: "Refund $1.00" }));
    await screen.findByText(/Refunded/);
    expect(screen.queryByText(t.pay.paid)).toBeNull();
    expect(document.body.textContent).toMatch(/November 20, 2026 at 1:00\sp\.m\. EST/);
    expect(screen.queryByRole("button", { name: "Refund $1.00" })).toBeNull();
  });

  it("with an unknown outcome isn't called failed", async () => {
    answers["/api/bambora/processApplePayPayment"] = () =>
      Response.json({ success: false, reason: "payment-unknown", payment: paid }, { status: 202 });
    const { t } = show();
    fireEvent.click(await screen.findByRole("button", { name: t.pay.button }));
    await waitFor(() => expect(apple.seen).toContain("open"));
    await act(async () => apple.authorize());
    await screen.findByText(t.pay.unknown);
    expect(apple.seen).toContain("failed");
  });

  it("that can't be refunded says so and keeps its button", async () => {
    payments = [paid];
    answers["/api/verification/payments/verified/AP-mabc1234/refund"] = refuse("refund-refused", 409);
    const { t } = show();
    fireEvent.click(await screen.findByRole("button", { name: "Refund $1.00" }));
    await screen.findByText(t.payments.refundFailed);
    await screen.findByRole("button", { name: "Refund $1.00" });
  });
});

describe("the session", () => {
  it("is opened with a key, and closed on request", async () => {
    const { t } = show("en", null);
    fireEvent.change(screen.getByLabelText(t.signIn.key), { target: { value: "the key" } });
    fireEvent.click(screen.getByRole("button", { name: t.signIn.submit }));
    fireEvent.click(await screen.findByRole("button", { name: t.signOut }));
    await screen.findByLabelText(t.signIn.key);
    expect(screen.queryByText(t.signIn.ended)).toBeNull();
  });

  it("of a person has a link to the console instead of a sign-out button", async () => {
    const { t } = show("en", "person");
    const link = await screen.findByRole("link", { name: t.console });
    expect(link.getAttribute("href")).toBe("/console");
    await screen.findByText(t.pay.button);
    expect(screen.queryByRole("button", { name: t.signOut })).toBeNull();
  });

  it("that is over asks for the key again, and says why", async () => {
    answers["/api/verification"] = refuse("verification-session-required", 401);
    const { t } = show();
    await screen.findByText(t.signIn.ended);
    answers["/api/verification/session"] = refuse("too-many-tries", 429);
    fireEvent.change(screen.getByLabelText(t.signIn.key), { target: { value: "another" } });
    fireEvent.click(screen.getByRole("button", { name: t.signIn.submit }));
    await screen.findByText(english.reasons["too-many-tries"]);
  });
});
