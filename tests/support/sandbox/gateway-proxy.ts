import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The gateway order number of a payment or lookup, and the first row of a report page. */
export type GatewayCall = { path: string; number: string | null; firstRow: number | null };

/** The repetition comes after the first was answered, or while it is in progress. */
export type RepeatMoment = "answered" | "under-way";

export type GatewayProxy = {
  url: string;
  calls: () => readonly GatewayCall[];
  /** Delivers the next payment twice, like a network that repeats a request. */
  repeatPayment: (moment: RepeatMoment) => void;
  close: () => Promise<void>;
};

type Criterion = { field?: unknown; value?: unknown };

const orderNumberField = 5;

type CallBody = { order_number?: string; criteria?: Criterion[]; start_row?: number };

export async function startGatewayProxy(target: string): Promise<GatewayProxy> {
  const calls: GatewayCall[] = [];
  let repeat: RepeatMoment | null = null;

  function takeRepeat(path: string): RepeatMoment | null {
    if (path !== "/v1/payments") return null;
    const moment = repeat;
    repeat = null;
    return moment;
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const delivery = await readDelivery(request);
    calls.push(readCall(path, delivery.body));
    const deliver = () => fetch(`${target}${path}`, delivery);
    const moment = takeRepeat(path);
    const answer = await (moment ? deliverTwice(deliver, moment) : deliver());
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
    repeatPayment: (moment) => {
      repeat = moment;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

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

/** Returns the repetition's answer or, if both are in progress, the first. */
async function deliverTwice(deliver: () => Promise<Response>, moment: RepeatMoment): Promise<Response> {
  if (moment === "under-way") return Promise.race([deliver(), deliver()]);
  await (await deliver()).text();
  return deliver();
}
