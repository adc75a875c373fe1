import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { idSchema } from "@/lib/draws/schema.fields";
import { defaultValidationUrl } from "@/lib/gateways/apple-pay/rules";
import type { PaymentAccount } from "@/lib/gateways/payment/port";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Check, CheckId } from "./rules.checks";
import {
  assessAppCheck,
  assessCertificate,
  assessDomainFile,
  assessKey,
  assessReport,
  assessSession,
  createCheck,
} from "./rules.checks";

export type CheckedSetup = { ok: true; checkedAt: string; checks: Check[] };

type Credentials = PaymentAccount | null;

/** A slower part counts as unreachable, because a person waits for all checks. */
const checkTimeoutMs = 15_000;

/** No payment has this number. */
const unusedOrderNumber = "AP-00000000";
const reportSpanMs = 60_000;

const payingPath = "/api/bambora/processPayment";

/** Checks everything that Apple Pay needs, without charging anything. */
export async function checkSetup(
  ctx: Context,
  instanceId: string,
  token: string | null,
): Promise<CheckedSetup | Refusal<"verification-session-required" | "draw-not-found">> {
  if (ctx.actor.kind !== "verifier") return refuse("verification-session-required");
  if (!idSchema.safeParse(instanceId).success) return refuse("draw-not-found");
  const credentials = await readCredentials(ctx, instanceId);
  const identity = ctx.probe.readIdentity();
  const now = ctx.now();
  const checks = await Promise.all([
    withTimeLimit(ctx, "domain-file", checkDomainFile(ctx)),
    assessCertificate(identity, ctx.applePay?.merchantId ?? "", now),
    assessKey(identity),
    withTimeLimit(ctx, "apple-gateway", checkApple(ctx)),
    withTimeLimit(ctx, "merchant-session", checkSession(ctx)),
    checkAppCheck(ctx, token),
    withTimeLimit(ctx, "payments-passcode", checkPasscode(ctx, credentials)),
    withTimeLimit(ctx, "reporting-passcode", checkReport(ctx, credentials)),
  ]);
  return { ok: true, checkedAt: now.toISOString(), checks };
}

async function checkDomainFile({ probe }: Context): Promise<Check> {
  const [storedDigest, served] = await Promise.all([probe.digestFile(), probe.fetchFile()]);
  return assessDomainFile(storedDigest, served);
}

async function checkApple({ applePay, probe }: Context): Promise<Check> {
  if (!applePay) return createCheck("apple-gateway", "not-configured");
  return createCheck("apple-gateway", (await probe.canReachApple()) ? "right" : "unreachable");
}

async function checkSession({ applePay }: Context): Promise<Check> {
  if (!applePay) return createCheck("merchant-session", "not-configured");
  return assessSession(await applePay.openSession(defaultValidationUrl));
}

async function checkPasscode({ gateway }: Context, credentials: Credentials): Promise<Check> {
  if (!credentials) return createCheck("payments-passcode", "no-credentials");
  const answer = await gateway.checkCredentials(credentials);
  const { merchantId } = credentials;
  return createCheck("payments-passcode", answer === "accepted" ? "right" : answer, { merchantId });
}

async function checkReport(ctx: Context, credentials: Credentials): Promise<Check> {
  if (!credentials) return createCheck("reporting-passcode", "no-credentials");
  if (!credentials.reportingPasscode) return createCheck("reporting-passcode", "missing");
  const to = ctx.now();
  const from = new Date(to.getTime() - reportSpanMs);
  return assessReport(await ctx.gateway.listPayments(credentials, { from, to, orderNumber: unusedOrderNumber }));
}

/** Applies the strictest mode among the calls of a page that pays. */
async function checkAppCheck({ appCheck }: Context, token: string | null): Promise<Check> {
  if (!appCheck) return createCheck("app-check", "not-configured");
  return assessAppCheck(await appCheck.verify(token), appCheck.getMode(payingPath));
}

type SlowCheckId = Exclude<CheckId, "certificate" | "key" | "app-check">;

function withTimeLimit(ctx: Context, id: SlowCheckId, work: Promise<Check>): Promise<Check> {
  return Promise.race([work, ctx.wait(checkTimeoutMs).then(() => createCheck(id, "unreachable"))]);
}
