import { expect, it } from "vitest";
import { chooseNextStep } from "./rules.order";

const paid = {
  ...{ status: "finalized" as const, attempts: [], refunds: [], isHidden: false, finalizedAt: "2026-11-20T18:00:00Z" },
  ...{ hasBuyer: true, hasValidationNumber: true, isRefundable: true },
};

function mailed(...states: ("sent" | "waiting" | "failed" | "undeliverable")[]) {
  return states.map((state) => ({ kind: "receipt" as const, state, queuedAt: "", sentAt: null, tries: 1 }));
}

it.each([
  [mailed("failed"), "correct"],
  [mailed("sent", "failed"), "correct"],
  [mailed("failed", "waiting"), "none"],
  // Nothing was due to be sent, so no address is wrong.
  [mailed("undeliverable"), "none"],
  [[], "none"],
] as const)("after emails %j the next step is %s", (mails, step) => {
  expect(chooseNextStep({ ...paid, mails: [...mails] }, ["correct", "refund"])).toBe(step);
});

const refused = [{ state: "refused" }] as never[];

it.each([
  [{}, ["refund"], "refund"],
  [{}, ["note"], "ask-refund"],
  [{ isRefundable: false }, ["note"], "none"],
  [{ refunds: [] }, ["note"], "none"],
] as const)("after a refused refund, with %j and the actions %j, the next step is %s", (changes, actions, step) => {
  expect(chooseNextStep({ ...paid, mails: [], refunds: refused, ...changes } as never, actions)).toBe(step);
});

it("offers nobody a correction who may not make one", () => {
  expect(chooseNextStep({ ...paid, mails: mailed("failed") }, ["resend"])).toBe("none");
});
