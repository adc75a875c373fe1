import { randomUUID } from "node:crypto";
import type { OrderView } from "@/lib/orders/rules";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { LedgerTotals } from "@/sandbox/ledger";
import type { Transaction } from "@/sandbox/transaction";
import type { DrawInput } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { checkAnswer } from "./check-answer";

export type Answer<Body = unknown> = {
  status: number;
  headers: Headers;
  body: Body & { reason?: string; statusMessage?: string; requestId?: string; fields?: FieldProblem[] };
};

export type Line = { poolId: string; packageId: string; quantity: number };

export type Basket = { instanceId: string; lines?: Line[]; idempotencyKey?: string; body?: Record<string, unknown> };

export type Buyer = {
  call: <Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<Body>>;
  placeOrder: (basket: Basket) => Promise<Answer<{ order: OrderView }>>;
  pay: (order: OrderView, token: string) => Promise<Answer<PaymentAnswer>>;
  readOrder: (order: Pick<OrderView, "instanceId" | "orderId">) => Promise<Answer<{ order: OrderView }>>;
};

export type PaymentAnswer = { success: boolean; transaction?: { order_number: string; id: string }; order: OrderView };

/** Totals are in cents. */
export type LedgerView = { transactions: Transaction[]; totals: LedgerTotals };

export const cards = {
  approved: "4030000010001234",
  mastercard: "5100000010001004",
  declined: "4003050500040005",
  slowApproved: "4485349439401891",
} as const;

const validBuyer = {
  name: "Rosalie Tremblay",
  email: "rosalie@example.test",
  phone: "4165550100",
  province: "ON",
  postalCode: "M5V 2T6",
};

export async function importDraw(server: Pick<Server, "url" | "adminKey">, draw: DrawInput): Promise<void> {
  const answer = await adminCall(server, "POST", "/api/admin/draws", draw);
  if (answer.status > 201) throw new Error(`The draw was refused: ${JSON.stringify(answer.body)}`);
}

export async function adminCall<Body>(
  server: Pick<Server, "url" | "adminKey">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<Body>> {
  const headers: Record<string, string> = { authorization: `Bearer ${server.adminKey}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = body === undefined ? null : JSON.stringify(body);
  return readAnswer(method, await fetch(`${server.url}${path}`, { method, headers, body: sent }));
}

export async function tokenFor(sandboxUrl: string, card: string = cards.approved): Promise<string> {
  const body = { number: card, expiry_month: "12", expiry_year: "29", cvd: "123" };
  const response = await fetch(`${sandboxUrl}/scripts/tokenization/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`The sandbox gave no token: ${response.status}`);
  return token;
}

/** The gateway's own record, which is the only proof of money. */
export async function ledger(sandboxUrl: string, orderNumber: string): Promise<LedgerView> {
  const response = await fetch(`${sandboxUrl}/sandbox/ledger?orderNumber=${encodeURIComponent(orderNumber)}`);
  return (await response.json()) as LedgerView;
}

/** Limits count all callers of a network, so buyers get a new network from here on. */
export function moveToFreshNetwork(): void {
  ipAddresses = (ipAddresses | 0xffff) + 1;
}

/** Unique within this worker. */
export function freshIpAddress(): string {
  ipAddresses += 1;
  return `10.${(ipAddresses >> 16) & 255}.${(ipAddresses >> 8) & 255}.${ipAddresses & 255}`;
}

export function createBuyer(server: Pick<Server, "url">, ipAddress = freshIpAddress()): Buyer {
  let cookie = "";

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const sent: Record<string, string> = { "x-forwarded-for": ipAddress, ...(cookie ? { cookie } : {}), ...headers };
    if (body !== undefined) sent["content-type"] ??= "application/json";
    const payload = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${server.url}${path}`, { method, headers: sent, body: payload, redirect: "manual" });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(";")[0] ?? "";
    return readAnswer<Body>(method, response);
  }

  return {
    call,
    placeOrder: ({ instanceId, lines, idempotencyKey = randomUUID(), body }) =>
      call(
        "POST",
        "/api/orders",
        {
          instanceId,
          lines: lines ?? [{ poolId: "main", packageId: "three", quantity: 1 }],
          buyer: validBuyer,
          attestations: { age: true, location: true, rules: true },
          locale: "en",
          ...body,
        },
        { "idempotency-key": idempotencyKey },
      ),
    pay: (order, token) =>
      call("POST", "/api/bambora/processPayment", {
        instanceId: order.instanceId,
        payment: {
          amount: order.amount,
          payment_method: "token",
          order_number: order.orderId,
          token: { code: token, name: validBuyer.name, complete: true },
          billing: { name: validBuyer.name, province: "ON", country: "CA", email_address: validBuyer.email },
        },
      }),
    readOrder: ({ instanceId, orderId }) => call("GET", `/api/orders/${instanceId}/${orderId}`),
  };
}

async function readAnswer<Body>(method: string, response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  const { status, headers, url } = response;
  const isJson = headers.get("content-type")?.includes("application/json");
  const body = isJson ? JSON.parse(text) : text;
  checkAnswer(method, url, { status, reason: body?.reason });
  return { status, headers, body };
}

let ipAddresses = 0;
