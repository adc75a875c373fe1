import type { z } from "zod";

import type { faultSchema } from "@/sandbox/faults";
import { defaultSettings } from "@/sandbox/sandbox-state";
import type { Transaction } from "@/sandbox/transaction";

import { walletRoot } from "./wallet";

export type FaultInput = z.input<typeof faultSchema>;

/** Instances are by id, locale texts by path (`en`, `draw/fr`). Null removes one. */
export type UpstreamChanges = {
  instances?: Record<string, unknown>;
  words?: Record<string, unknown>;
  token?: string | null;
  hasTags?: boolean;
};

export async function armFault(sandboxUrl: string, fault: FaultInput): Promise<void> {
  await control(`${sandboxUrl}/sandbox/faults`, "POST", fault);
}

export async function pendingFaults(sandboxUrl: string): Promise<number> {
  const { faults } = await control<{ faults: { left: number }[] }>(`${sandboxUrl}/sandbox/faults`, "GET");
  return faults.reduce((sum, { left }) => sum + left, 0);
}

export async function clearFaults(sandboxUrl: string): Promise<void> {
  await control(`${sandboxUrl}/sandbox/faults`, "DELETE");
}

export async function allTransactions(sandboxUrl: string): Promise<Transaction[]> {
  return (await control<{ transactions: Transaction[] }>(`${sandboxUrl}/sandbox/ledger`, "GET")).transactions;
}

/** Approved sales by order, whatever the attempt. */
export async function listCapturesByOrder(sandboxUrl: string, orderIds: readonly string[]): Promise<Transaction[][]> {
  const sales = (await allTransactions(sandboxUrl)).filter(({ type, approved }) => type === "P" && approved);
  return orderIds.map((orderId) => sales.filter(({ orderNumber }) => orderNumber.includes(orderId)));
}

export async function listCaptures(sandboxUrl: string, orderId: string): Promise<Transaction[]> {
  const [captures = []] = await listCapturesByOrder(sandboxUrl, [orderId]);
  return captures;
}

/** A transaction appears in the gateway's report only after this time. */
export async function setReportLag(sandboxUrl: string, reportLagMs: number): Promise<void> {
  await control(`${sandboxUrl}/sandbox/settings`, "POST", { reportLagMs });
}

/** A slow card takes this long. */
export async function setBankTime(sandboxUrl: string, slowMs: number): Promise<void> {
  await control(`${sandboxUrl}/sandbox/settings`, "POST", { slowMs });
}

/** Null allows any. */
export async function setApplePayDomains(sandboxUrl: string, applePayDomains: string[] | null): Promise<void> {
  await control(`${sandboxUrl}/sandbox/settings`, "POST", { applePayDomains });
}

/** Disarms all faults and restores the initial settings. */
export async function restoreSettings(sandboxUrl: string): Promise<void> {
  await clearFaults(sandboxUrl);
  await control(`${sandboxUrl}/sandbox/settings`, "POST", defaultSettings);
}

export async function resetSandbox(sandboxUrl: string): Promise<void> {
  await control(`${sandboxUrl}/sandbox/reset`, "POST");
}

export async function trustTestWallet(sandboxUrl: string): Promise<void> {
  await control(`${sandboxUrl}/sandbox/settings`, "POST", { walletRoots: [walletRoot] });
}

export async function changeUpstream(sandboxUrl: string, changes: UpstreamChanges): Promise<void> {
  await control(`${sandboxUrl}/sandbox/upstream`, "POST", changes);
}

/** `key` is a draw id or a path of locale texts. */
export async function upstreamRequests(sandboxUrl: string, key: string): Promise<number> {
  const { asked } = await control<{ asked: Record<string, number> }>(`${sandboxUrl}/sandbox/upstream`, "GET");
  return asked[key] ?? 0;
}

async function control<Body>(url: string, method: "GET" | "POST" | "DELETE", body?: unknown): Promise<Body> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox refused: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
