import { resolve } from "node:path";

import { formatCardNumber } from "@/components/demo/demo-cards";
import type { AdminDraw } from "@/lib/draws/read-admin-draw";
import { localText } from "@/lib/local-text";
import type { Role } from "@/lib/people/rules.roles";
import { testCards } from "@/sandbox/test-cards";
import type { AdminAccess } from "@/scripts/command/admin-client";
import { CommandError, callAdmin, findAdminAccess } from "@/scripts/command/admin-client";
import { explainRefusal } from "@/scripts/command/explain-refusal";

import { seedConsole } from "./console";
import { currentDraws, demoWinners, withWinner } from "./draws";
import { listPurchases } from "./purchases";
import type { Shop } from "./shop";
import { buy, post } from "./shop";
import { seedTroubledOrders } from "./troubled-orders";

/** Closed by the seeding, because one of them would close by itself in a minute or two. */
const closedDraws = Object.keys(demoWinners) as (keyof typeof demoWinners)[];

async function listDraws(access: AdminAccess): Promise<AdminDraw[]> {
  const answer = await callAdmin<{ draws: AdminDraw[] }>(access, "GET", "/api/admin/draws");
  if (answer.status >= 300) throw new CommandError(explainRefusal(answer));
  return answer.body.draws;
}

async function importDraw(access: AdminAccess, draw: { id: string }): Promise<void> {
  const answer = await callAdmin(access, "POST", "/api/admin/draws", draw);
  if (answer.status >= 300) throw new CommandError(`The demo draw ${draw.id}: ${explainRefusal(answer)}`);
}

type Demo = { draws: ReturnType<typeof currentDraws>; missing: ReturnType<typeof currentDraws> };

/** A draw that a person changed stays as it is. */
async function importMissing(access: AdminAccess): Promise<Demo> {
  const known = new Map((await listDraws(access)).map(({ id, salesOpen }) => [id, salesOpen]));
  const draws = currentDraws(new Date(), known);
  const missing = draws.filter((draw) => !known.has(draw.id));
  for (const draw of missing) await importDraw(access, draw);
  console.log(`Demo draws: ${missing.length} imported, ${known.size} already there.`);
  return { draws, missing };
}

async function sellDraw(shop: Shop | null, id: string): Promise<void> {
  if (shop)
    for (const [index, purchase] of listPurchases(id).entries()) await buy(shop, { drawId: id, index, purchase });
}

async function seedSales(access: AdminAccess, shop: Shop | null, { missing }: Demo): Promise<void> {
  const open = (await listDraws(access)).filter((draw) => draw.salesOpen).map(({ id }) => id);
  for (const id of closedDraws.filter((one) => open.includes(one))) {
    await sellDraw(shop, id);
    await callAdmin(access, "POST", `/api/admin/draws/${id}/close`);
    // A draw of an earlier start has other dates, which can't change once it has sold. Without sales nobody wins.
    const draw = shop && missing.find((one) => one.id === id);
    if (draw) await importDraw(access, withWinner(draw, id, new Date()));
  }
  for (const id of open.filter((one) => !closedDraws.some((closed) => closed === one))) await sellDraw(shop, id);
}

/** Null if App Check admits only browsers of somebody's own project. */
async function openShop(address: string): Promise<Shop | null> {
  const sandbox = process.env.BAMBORA_API_URL || `http://127.0.0.1:${process.env.SANDBOX_PORT || "3100"}`;
  const { APP_CHECK_MODE: mode = "off", APP_CHECK_ROUTES: routes = "", APP_CHECK_APP_ID: project } = process.env;
  if (mode === "off") return { address, sandbox, token: null };
  if (!project) {
    const { token } = await post<{ token: string }>(`${sandbox}/sandbox/app-check/tokens`, {});
    return { address, sandbox, token };
  }
  if (!`${mode} ${routes}`.includes("enforce")) return { address, sandbox, token: null };
  console.log("App Check lets only browsers buy, so the demo starts without sales.");
  return null;
}

async function registrationLink(access: AdminAccess): Promise<string> {
  const answer = await callAdmin<{ link: string }>(access, "POST", "/api/admin/devices/demo");
  if (answer.status >= 300) throw new CommandError(`The demo device: ${explainRefusal(answer)}`);
  return answer.body.link;
}

async function consoleLinks(access: AdminAccess): Promise<Map<Role, string>> {
  type Links = { links: { role: Role; link: string }[] };
  const answer = await callAdmin<Links>(access, "POST", "/api/admin/persons/demo");
  if (answer.status >= 300) throw new CommandError(`The demo's console: ${explainRefusal(answer)}`);
  return new Map(answer.body.links.map(({ role, link }) => [role, link]));
}

function describeAddresses({ draws }: Demo, link: string, links: ReadonlyMap<Role, string>): string {
  const { PORT = "", SANDBOX_PORT = "", DATA_DIR = "" } = process.env;
  const [shop, dataDir] = [`http://localhost:${PORT || "3000"}`, DATA_DIR || ".data"];
  const sandbox = `http://localhost:${SANDBOX_PORT || "3100"}/sandbox`;
  const drawLines = draws.flatMap(({ id, title }) => [
    `  ${id}: ${localText(title, "en").text}`,
    `    ${shop}/${id}`,
    `    ${shop}/fr/${id}`,
  ]);
  return [
    "",
    "Tirage is running in demo mode: no real money is charged.",
    "",
    `Everything in one place, with QR codes and test cards: ${shop}/dummy`,
    `All draws: ${shop}/ and ${shop}/fr`,
    ...drawLines,
    "",
    "Terminal: register this browser as a tablet (the link works once and expires in a day; each start prints a new one):",
    `  ${link}`,
    "",
    "Console: sign in with a role, as often as you like:",
    ...[...links].map(([role, ofRole]) => `  console ${role}: ${ofRole}`),
    "",
    "Test cards (any future date, any three-digit code, four digits for Amex):",
    ...testCards.map((card) => `  ${formatCardNumber(card.number).padEnd(20)} ${card.brand}: ${card.result}`),
    "",
    `The sandbox's bank records: ${sandbox}`,
    `Sent emails, including receipts: ${sandbox}/mailbox`,
    `Apple Pay verification: ${shop}/hashtest, with the key in ${resolve(dataDir, "admin-key")}`,
    `Data is stored in ${resolve(dataDir)}. To start over, stop the demo and delete that folder.`,
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

async function main(): Promise<void> {
  const access = findAdminAccess(process.env);
  const demo = await importMissing(access);
  const shop = await openShop(access.address);
  await seedSales(access, shop, demo);
  const links = await consoleLinks(access);
  const isFirstStart = demo.missing.some(({ id }) => id === "demo5050");
  if (shop && isFirstStart) {
    const console = { address: access.address, links, token: shop.token };
    await seedConsole(console);
    await seedTroubledOrders(shop, console);
  }
  console.log(describeAddresses(demo, await registrationLink(access), links));
}

main().catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});
