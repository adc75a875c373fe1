import type { DemoConsole, DemoStep } from "./console";
import { asRole, changeOrder } from "./console";
import type { DemoPurchase } from "./purchases";
import type { Shop } from "./shop";
import { buy, post } from "./shop";

const drawId = "demo5050";

const lines = [{ poolId: "main", packageId: "p10", quantity: 1 }];

function purchaseOf(name: string, email: string, rest: Partial<DemoPurchase> = {}): DemoPurchase {
  return {
    buyer: { name, email, phone: "613-555-0120", province: "ON", city: "Ottawa", postalCode: "K1P 1J1" },
    lines,
    locale: "en",
    ...rest,
  };
}

const expired = purchaseOf("Lucinda Farrow", "lucinda.farrow@example.com");

const declined = purchaseOf("Quentin Abara", "quentin.abara@example.com");

/** The sandbox's mail server refuses all addresses of this domain. */
const bounced = purchaseOf("Eloise Marchbank", "eloise.marchbank@exmaple.invalid");

const refundRefused = purchaseOf("Clovis Rainville", "clovis.rainville@example.com", { locale: "fr" });

/** Bambora's code for an adjustment that it refuses permanently. */
const refusalCode = 200;

/**
 * Orders with which somebody has or had something to do: one that expired after its payment was declined, a refused
 * refund, a bounced email, and a declined payment that the buyer can still repeat.
 */
export function listTroubledSteps(shop: Shop, console: DemoConsole): DemoStep[] {
  return [
    { at: "-2d 19:24", run: () => buy(shop, { drawId, index: 3, purchase: expired, card: "declined" }) },
    // The end of her order's hold, at which the jobs run.
    { at: "-2d 19:41", run: async () => {} },
    { at: "-1d 12:33", run: () => buy(shop, { drawId, index: 2, purchase: refundRefused }) },
    { at: "-1d 16:04", run: () => refuseRefund(shop, console) },
    { at: "-139min", run: () => buy(shop, { drawId, index: 1, purchase: bounced }) },
    { at: "-2min", run: () => buy(shop, { drawId, index: 0, purchase: declined, card: "declined" }) },
  ];
}

async function refuseRefund(shop: Shop, console: DemoConsole): Promise<void> {
  const faults = `${shop.sandbox}/sandbox/faults`;
  for (const at of ["void", "returns"]) await post(faults, { at, kind: "refuse", code: refusalCode });
  await asRole(console, "Order Refunder", (call) =>
    changeOrder(call, refundRefused.buyer.email, "refund", { reason: "duplicate" }, 409),
  );
  await fetch(faults, { method: "DELETE" });
}
