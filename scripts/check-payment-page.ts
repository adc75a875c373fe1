import { readFileSync } from "node:fs";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { browsePage } from "./payment-page/browse-page";
import type { PaymentPageOptions } from "./payment-page/options";
import { parsePaymentPageOptions } from "./payment-page/options";
import { foreignUrls, ownScripts, pageFindings } from "./payment-page/page-findings";
import type { ReceivedPage, ReceivedScript } from "./payment-page/received-page";
import { fetchPage, loadScript } from "./payment-page/received-page";
import type { Inventory } from "./payment-page/script-inventory.mjs";
import { inventoryFile } from "./payment-page/script-inventory.mjs";
import { findChromium } from "./programs/chromium.mjs";

const usage = [
  "Usage: npm run check:payment-page -- URL   compare a page that sells, as a browser receives it, with the build's",
  "                                           inventory of scripts; prints what differs and exits with 1",
  "         --inventory FILE                  the inventory to compare with, instead of .next/payment-page.json",
  "         --script URL                      allow a script of this installation, such as a sandbox's; repeatable",
  "         --frame URL                       allow frames of a host that BAMBORA_EXTRA_HOSTS names; repeatable",
  "       npm run check:payment-page -- --list   print the inventory: every script, its SHA-256 and its reason",
].join("\n");

function readInventory(file: string): Inventory {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Inventory;
  } catch {
    throw new CommandError(`Can't read the inventory ${file}. Run npm run build, or name one with --inventory.`);
  }
}

function listLines({ build, scripts, inline, foreign, frames }: Inventory): string[] {
  return [
    `Scripts of build ${build} that may run where a card is typed:`,
    ...scripts.map(({ path, sha256, part, reason }) => `${sha256}  ${path}  ${part}: ${reason}`),
    "In the page itself:",
    ...inline.map(({ form, sha256 = ["no hash"], reason }) => `${sha256.join(", ")}  ${form}: ${reason}`),
    "From elsewhere, without a hash:",
    ...foreign.map(
      ({ url, where, when, reason, whyNoHash }) => `${url}  ${where}, when ${when}: ${reason} ${whyNoHash}`,
    ),
    "Frames from elsewhere:",
    ...frames.map(({ url, when, reason }) => `${url}  ${when}: ${reason}`),
  ];
}

async function openPage(url: string): Promise<ReceivedPage> {
  const chromium = await findChromium();
  if (!chromium) console.error("No Chromium was found. Checking only the scripts that the page itself names.");
  try {
    return await (chromium ? browsePage(url, chromium) : fetchPage(url));
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    throw new CommandError(`Can't open ${url}: ${reason}`);
  }
}

/** Any of these scripts may run a moment later. */
async function loadOthers(page: ReceivedPage, inventory: Inventory): Promise<ReceivedScript[]> {
  const received = new Set(page.scripts.filter(({ sha256 }) => sha256).map(({ url }) => url));
  const others = [...ownScripts(page.url, inventory).keys()].filter((url) => !received.has(url));
  const loaded: ReceivedScript[] = [];
  // One at a time, so as not to burden the site.
  for (const url of others) loaded.push({ url, sha256: await loadScript(url) });
  return loaded;
}

function cleanLines(page: ReceivedPage, inventory: Inventory, scripts: readonly string[]): string[] {
  const foreign = foreignUrls(inventory, scripts);
  const others = page.scripts.filter(({ url }) => foreign.some((one) => url.startsWith(one)));
  return [
    `${page.url} is as build ${inventory.build} made it: its headers and ${inventory.scripts.length} scripts.`,
    ...others.map(({ url, sha256 }) => `Of others: ${url} has SHA-256 ${sha256 ?? "unknown: nothing came"}`),
  ];
}

async function check({ page: { href }, ...options }: PaymentPageOptions & { command: "check" }): Promise<void> {
  const inventory = readInventory(options.inventory ?? inventoryFile);
  const opened = await openPage(href);
  if (opened.status !== 200) throw new CommandError(`${opened.url} answered with status ${opened.status}.`);
  const others = await loadOthers(opened, inventory);
  // Scripts that the document names without loading them, such as those for old browsers, are loaded by now.
  const loaded = new Set(others.map(({ url }) => url));
  const scripts = [...opened.scripts.filter(({ url }) => !loaded.has(url)), ...others];
  const findings = pageFindings({ ...opened, scripts }, inventory, options);
  for (const line of findings) console.log(line);
  if (findings.length > 0) process.exitCode = 1;
  else for (const line of cleanLines(opened, inventory, options.scripts)) console.log(line);
}

async function main(args: string[]): Promise<void> {
  const options = parsePaymentPageOptions(args);
  if (!options) throw new CommandError(usage);
  if (options.command === "check") return check(options);
  for (const line of listLines(readInventory(options.inventory ?? inventoryFile))) console.log(line);
}

await runCommand(usage, main);
