import { createHash } from "node:crypto";

import type { AdminDraw } from "@/lib/draws/rules.admin";
import type { OrderView } from "@/lib/orders/rules";
import { testCards } from "@/sandbox/test-cards";

import { currentDraws, purchasesOf } from "./demo-draws";
import type { DemoPurchase } from "./demo-purchases";
import type { AdminAccess } from "./parts/admin-client";
import { CommandError, callAdmin, findAdminAccess } from "./parts/admin-client";
import type { DemoPlaces } from "./parts/demo-addresses";
import { demoAddresses } from "./parts/demo-addresses";
import { demoRegistrationLink } from "./parts/demo-device";
import { explainRefusal } from "./parts/explain-refusal";

type Shop = { address: string; sandbox: string };

/** Draws that are closed by hand once they have sold; one of them would close by itself in a minute or two. */
const closedDraws = ["demo-drawn", "demo-closed"];
const testCard = { number: "4030000010001234", expiry_month: "12", expiry_year: "29", cvd: "123" };

async function post<Body>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new CommandError(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** The same purchase has the same key in every run: seeding again, also after an interruption, buys nothing twice. */
function keyOf(drawId: string, index: number, purchase: DemoPurchase): string {
  return createHash("sha256")
    .update(JSON.stringify([drawId, index, purchase]))
    .digest("hex");
}

async function buy(shop: Shop, drawId: string, index: number, purchase: DemoPurchase): Promise<void> {
  const attestations = { age: true, location: true, rules: true };
  const headers = { "idempotency-key": keyOf(drawId, index, purchase) };
  const input = { instanceId: drawId, attestations, ...purchase };
  const { order } = await post<{ order: OrderView }>(`${shop.address}/api/orders`, input, headers);
  if (order.status !== "reserved") return;
  const { token } = await post<{ token: string }>(`${shop.sandbox}/scripts/tokenization/tokens`, testCard);
  const payment = {
    amount: order.amount,
    payment_method: "token",
    order_number: order.orderId,
    token: { code: token, name: purchase.buyer.name, complete: true },
  };
  await post(`${shop.address}/api/bambora/processPayment`, { instanceId: drawId, payment });
}

async function listDraws(access: AdminAccess): Promise<AdminDraw[]> {
  const answer = await callAdmin<{ draws: AdminDraw[] }>(access, "GET", "/api/admin/draws");
  if (answer.status >= 300) throw new CommandError(explainRefusal(answer));
  return answer.body.draws;
}

/** Imports the demo draws that are not there, and gives all; a draw that a person changed stays as it is. */
async function importMissing(access: AdminAccess): Promise<DemoPlaces["draws"]> {
  const known = new Map((await listDraws(access)).map(({ id, salesOpen }) => [id, salesOpen]));
  const draws = currentDraws(new Date(), known);
  const missing = draws.filter((draw) => !known.has(draw.id));
  for (const draw of missing) {
    const answer = await callAdmin(access, "POST", "/api/admin/draws", draw);
    if (answer.status >= 300) throw new CommandError(`The demo draw ${draw.id}: ${explainRefusal(answer)}`);
  }
  console.log(`Demo draws: ${missing.length} imported, ${known.size} already there.`);
  return draws;
}

async function seedSales(access: AdminAccess, shop: Shop): Promise<void> {
  const open = (await listDraws(access)).filter((draw) => draw.salesOpen).map(({ id }) => id);
  const others = open.filter((id) => !closedDraws.includes(id));
  for (const id of [...closedDraws.filter((one) => open.includes(one)), ...others]) {
    for (const [index, purchase] of purchasesOf(id).entries()) await buy(shop, id, index, purchase);
    if (closedDraws.includes(id)) await callAdmin(access, "POST", `/api/admin/draws/${id}/close`);
  }
}

async function main(): Promise<void> {
  const access = findAdminAccess(process.env);
  const sandbox = process.env.BAMBORA_API_URL || `http://127.0.0.1:${process.env.SANDBOX_PORT || "3100"}`;
  const draws = await importMissing(access);
  await seedSales(access, { address: access.address, sandbox });
  const places = { port: process.env.PORT || "3000", sandboxPort: process.env.SANDBOX_PORT || "3100" };
  const dataDir = process.env.DATA_DIR || ".data";
  const registrationLink = await demoRegistrationLink(access);
  console.log(demoAddresses({ ...places, dataDir, draws, cards: testCards, registrationLink }));
}

main().catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});
