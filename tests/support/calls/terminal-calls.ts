import { randomUUID } from "node:crypto";

import type { OrderView } from "@/lib/orders/rules";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";

import type { Answer } from "./buyer";
import type { RegisteredDevice } from "./device";
import { orderBody } from "./route-bodies";

type Caller = Pick<RegisteredDevice, "call">;

export function placeAt(
  device: Caller,
  instanceId: string,
  body: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Answer<{ order: OrderView }>> {
  const sent = orderBody(instanceId, { buyer: undefined, atTerminal: true, ...body });
  return device.call("POST", "/api/orders", sent, { "idempotency-key": key });
}

export function actAt(
  device: Caller,
  { instanceId, orderId }: OrderView,
  action: string,
  body: unknown = {},
): Promise<Answer<{ order: TerminalOrder }>> {
  return device.call("POST", `/api/terminal/orders/${instanceId}/${orderId}/${action}`, body);
}
