import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import type { OrderKey, PlaceOrderInput } from "@/lib/orders/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import { authenticateDevice } from "@/lib/terminal/device/authenticate-device";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";

import type { Buyer } from "./buyers";
import type { Facts } from "./facts";
import type { Registered } from "./register";
import type { World } from "./world";
import { startCall } from "./world";

/** `seenBefore` is the number of order states reached before. */
export type ShownList = { rows: TerminalOrderRow[]; seenBefore: number };

/** A tablet's last press, orders and list. `isRevoked` once an admin got the confirmation. */
export type Device = Registered & {
  who: number;
  click: { key: string; input: PlaceOrderInput } | null;
  orders: OrderKey[];
  list: ShownList | null;
  presses: number;
  isRevoked: boolean;
};

export type Floor = { world: World; buyers: Buyer[]; facts: () => Facts };

export function createDevice(registered: Registered, who: number): Device {
  return { ...registered, who, click: null, orders: [], list: null, presses: 0, isRevoked: false };
}

/** The actor before the credential is read. */
const visitor: Actor = { kind: "buyer", clientKey: "", ipAddress: null };

/** Reads the credential as the routes do, then does the work. */
export function callAsDevice<Answer extends { ok: true }>(
  world: World,
  device: Device,
  { name, pick }: { name: string; pick: number },
  work: (ctx: Context) => Promise<Answer | Refusal>,
  onAnswer: (answer: Answer | Refusal) => void = () => undefined,
): Promise<void> {
  const caller = { name: `gate ${name}`, process: pick % 2, actor: visitor, device };
  return startCall(
    world,
    caller,
    async (ctx) => {
      const authenticated = await authenticateDevice(ctx, device.credential);
      return authenticated.ok ? work({ ...ctx, actor: authenticated.actor }) : authenticated;
    },
    onAnswer,
  );
}
