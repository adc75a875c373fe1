import type { DemoConsole } from "./console";
import { changeOrder, signIn } from "./console";
import type { DemoPurchase } from "./purchases";
import type { Shop } from "./shop";
import { buy, post } from "./shop";

const drawId = "demo5050";

const lines = [{ poolId: "main", packageId: "p10", quantity: 1 }];

function purchaseOf(name: string, email: string, rest: Partial<DemoPurchase> = {}): DemoPurchase {
  return {
    buyer: { name, email, province: "ON", city: "Ottawa", postalCode: "K1P 1J1" },
    lines,
    locale: "en",
    ...rest,
  };
}

const declined = purchaseOf("Quentin Abara", "quentin.abara@example.com");

/** The sandbox's mail server refuses every address of this domain. */
const bounced = purchaseOf("Eloise Marchbank", "eloise.marchbank@exmaple.invalid");

const refundRefused = purchaseOf("Clovis Rainville", "clovis.rainville@example.com", { locale: "fr" });

/** Bambora's code for an adjustment that it refuses for good. */
const refusalCode = 200;

/** Orders with which somebody has something to do: a declined payment, a bounced email, a refused refund. */
export async function seedTroubledOrders(shop: Shop, console: DemoConsole): Promise<void> {
  await buy(shop, { drawId, index: 0, purchase: declined, card: "declined" });
  await buy(shop, { drawId, index: 1, purchase: bounced });
  await buy(shop, { drawId, index: 2, purchase: refundRefused });
  const refunder = await signIn(console, "Order Refunder");
  const faults = `${shop.sandbox}/sandbox/faults`;
  for (const at of ["void", "returns"]) await post(faults, { at, kind: "refuse", code: refusalCode });
  await changeOrder(refunder, refundRefused.buyer.email, "refund", { reason: "duplicate" }, 409);
  await fetch(faults, { method: "DELETE" });
  await refunder("/api/admin/sign-out", {});
}
