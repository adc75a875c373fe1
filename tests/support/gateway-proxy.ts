import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One call that the app made: the order number that it pays under or asks for, and the first row of a page of a report. */
export type GatewayCall = { path: string; number: string | null; firstRow: number | null };

/** A way to the sandbox that counts what is asked. */
export type GatewayProxy = {
  url: string;
  calls: () => readonly GatewayCall[];
  close: () => Promise<void>;
};

type Criterion = { field?: unknown; value?: unknown };

const orderNumberField = 5;

type CallBody = { order_number?: string; criteria?: Criterion[]; start_row?: number };

function readCall(path: string, text: string | null): GatewayCall {
  const body = (text ? JSON.parse(text) : {}) as CallBody;
  const searched = body.criteria?.find(({ field }) => Number(field) === orderNumberField)?.value;
  const number = body.order_number ?? (typeof searched === "string" ? searched : null);
  return { path, number, firstRow: body.start_row ?? null };
}

type Delivery = { method: string; headers: Record<string, string>; body: string | null };

async function readDelivery(request: IncomingMessage): Promise<Delivery> {
  const text = (await request.toArray()).join("");
  const { authorization = "" } = request.headers;
  const headers = { authorization, "content-type": "application/json" };
  return { method: request.method ?? "GET", headers, body: text || null };
}

/** Stands between the app and the sandbox at `target`. */
export async function startGatewayProxy(target: string): Promise<GatewayProxy> {
  const calls: GatewayCall[] = [];

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const delivery = await readDelivery(request);
    calls.push(readCall(path, delivery.body));
    const answer = await fetch(`${target}${path}`, delivery);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
