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

/** A list as it was shown, and how much had been seen of all orders by then. */
export type ShownList = { rows: TerminalOrderRow[]; seenBefore: number };

/** What one tablet knows: its last press, its orders, the list on its screen. `isRevoked`: an admin was told so. */
export type Device = Registered & {
  who: number;
  click: { key: string; input: PlaceOrderInput } | null;
  orders: OrderKey[];
  list: ShownList | null;
  presses: number;
  isRevoked: boolean;
};

/** Where devices sell: buyers stand there too. */
export type Floor = { world: World; buyers: Buyer[]; facts: () => Facts };

/** A tablet that was just switched on. */
export function createDevice(registered: Registered, who: number): Device {
  return { ...registered, who, click: null, orders: [], list: null, presses: 0, isRevoked: false };
}

/** Whoever calls is nobody until the credential was read. */
const visitor: Actor = { kind: "buyer", clientKey: "", address: null };

/** Starts a call of a device as its routes make it: the credential first, then the work. */
export function callAsDevice<Answer extends { ok: true }>(
  world: World,
  device: Device,
  { name, pick }: { name: string; pick: number },
  work: (ctx: Context) => Promise<Answer | Refusal>,
  hear: (answer: Answer | Refusal) => void = () => undefined,
): Promise<void> {
  const caller = { name: `gate ${name}`, process: pick % 2, actor: visitor, device };
  return startCall(
    world,
    caller,
    async (ctx) => {
      const known = await authenticateDevice(ctx, device.credential);
      return known.ok ? work({ ...ctx, actor: known.actor }) : known;
    },
    hear,
  );
}
