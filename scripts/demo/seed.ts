import { resolve } from "node:path";

import { formatCardNumber } from "@/components/demo/demo-cards";
import type { AdminDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Role } from "@/lib/people/rules.roles";
import { testCards } from "@/sandbox/test-cards";
import type { AdminAccess } from "@/scripts/command/admin-client";
import { CommandError, callAdmin, findAdminAccess } from "@/scripts/command/admin-client";
import { explainRefusal } from "@/scripts/command/explain-refusal";

import type { DemoClock } from "./clock";
import { openDemoClock } from "./clock";
import type { DemoStep } from "./console";
import { listConsoleSteps } from "./console";
import { dateAt } from "./dates";
import { currentDraws, demoWinners, withWinner } from "./draws";
import { listSales } from "./purchases";
import type { Shop } from "./shop";
import { buy, post } from "./shop";
import { listTroubledSteps } from "./troubled-orders";

/** Closed by the seeding, because one of them would close by itself in a minute or two. */
type ClosedDraw = keyof typeof demoWinners;

const closedDraws = Object.keys(demoWinners) as ClosedDraw[];

const demoZone = "America/Toronto";

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
async function importMissing(access: AdminAccess, now: Date): Promise<Demo> {
  const known = new Map((await listDraws(access)).map(({ id, salesOpen }) => [id, salesOpen]));
  const draws = currentDraws(now, known);
  const missing = draws.filter((draw) => !known.has(draw.id));
  for (const draw of missing) await importDraw(access, draw);
  console.log(`Demo draws: ${missing.length} imported, ${known.size} already there.`);
  return { draws, missing };
}

/** The purchases of the draws that are on sale, which a later start finds made already. */
function listSaleSteps(shop: Shop, openIds: readonly string[]): DemoStep[] {
  return openIds.flatMap((drawId) =>
    listSales(drawId).map(({ at, purchase }, index) => ({ at, run: () => buy(shop, { drawId, index, purchase }) })),
  );
}

/** `demo-closed` closed a day ago, and `demo-drawn` closes as the demo starts. */
function listCloseSteps(access: AdminAccess, clock: DemoClock, drawIds: readonly string[], demo: Demo): DemoStep[] {
  const closings = { "demo-closed": "-1d 21:04", "demo-drawn": "+0min" } as const;
  return closedDraws
    .filter((id) => drawIds.includes(id))
    .map((id) => ({ at: closings[id], run: () => closeDraw(access, clock, id, demo) }));
}

async function closeDraw(access: AdminAccess, clock: DemoClock, id: ClosedDraw, { missing }: Demo): Promise<void> {
  await callAdmin(access, "POST", `/api/admin/draws/${id}/close`);
  // A draw of an earlier start has other dates, which can't change once it has sold.
  const draw = missing.find((one) => one.id === id);
  if (draw) await importDraw(access, withWinner(draw, id, clock.now()));
}

/** Does everything in the order of its time, and each step at its time where the clock can be moved. */
async function runSteps(steps: readonly DemoStep[], clock: DemoClock, now: Date): Promise<void> {
  const timed = steps.map(({ at, run }) => ({ at: new Date(dateAt(at, demoZone, now) ?? now), run }));
  for (const { at, run } of timed.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await clock.moveTo(at < now ? at : now);
    await run();
  }
  await clock.finish();
}

function findSandbox(): string {
  return process.env.BAMBORA_API_URL || `http://127.0.0.1:${process.env.SANDBOX_PORT || "3100"}`;
}

/** Null if App Check accepts only browsers of a real project. */
async function openShop(url: string): Promise<Shop | null> {
  const sandbox = findSandbox();
  const { APP_CHECK_MODE: mode = "off", APP_CHECK_ROUTES: routes = "", APP_CHECK_APP_ID: project } = process.env;
  if (mode === "off") return { url, sandbox, token: null };
  if (!project) {
    const { token } = await post<{ token: string }>(`${sandbox}/sandbox/app-check/tokens`, {});
    return { url, sandbox, token };
  }
  if (!`${mode} ${routes}`.includes("enforce")) return { url, sandbox, token: null };
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

function describeUrls({ draws }: Demo, link: string, links: ReadonlyMap<Role, string>): string {
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
  const now = new Date();
  const demo = await importMissing(access, now);
  const shop = await openShop(access.url);
  const clock = openDemoClock(findSandbox());
  const missingIds = new Set(demo.missing.map(({ id }) => id));
  // A draw that is new may not be open yet where the clock is moved, but it will be at the times of its sales.
  const openDraws = (await listDraws(access)).filter(({ id, salesOpen }) => salesOpen || missingIds.has(id));
  const openIds = openDraws.map(({ id }) => id);
  const links = await consoleLinks(access);
  const isFirstStart = demo.missing.some(({ id }) => id === "demo5050");
  const demoConsole = { url: access.url, links, token: shop?.token ?? null };
  const steps = [
    ...(shop ? listSaleSteps(shop, openIds) : []),
    ...(shop && isFirstStart ? [...listConsoleSteps(demoConsole), ...listTroubledSteps(shop, demoConsole)] : []),
    ...listCloseSteps(access, clock, openIds, shop ? demo : { ...demo, missing: [] }),
  ];
  await runSteps(steps, clock, now);
  console.log(describeUrls(demo, await registrationLink(access), links));
}

main().catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});
