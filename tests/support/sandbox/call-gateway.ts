import { demoAccount } from "@/sandbox/accounts";

import { tokenFor } from "@/tests/support/calls/buyer";

/** Uses the demo's account from outside of the server, like another shop. */
export async function callGateway(sandboxUrl: string, path: string, body: object): Promise<{ id: string }> {
  const passcode = Buffer.from(`${demoAccount.merchantId}:${demoAccount.passcodes.payments}`).toString("base64");
  const headers = { "content-type": "application/json", authorization: `Passcode ${passcode}` };
  const response = await fetch(`${sandboxUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}

/** Captures $7.25 that the server didn't take, or lost with its database. Returns the gateway's id. */
export async function captureAtGateway(sandboxUrl: string, orderNumber: string): Promise<string> {
  const token = { code: await tokenFor(sandboxUrl), name: "Camille Roy", complete: true };
  const payment = { amount: 7.25, payment_method: "token", order_number: orderNumber, token };
  return (await callGateway(sandboxUrl, "/v1/payments", payment)).id;
}
