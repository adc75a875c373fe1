import { existsSync, readFileSync } from "node:fs";

import type { Demo } from "@/bench/demo";
import type { Bar, Figure, Reading } from "@/bench/figure";
import { runCommand } from "@/scripts/process/child-process.mjs";
import { findChromium } from "@/scripts/programs/chromium.mjs";
import { launchOptions } from "@/tests/support/browser/open-pages";

/** Scores (0 to 1) of Lighthouse's categories, and its audits. */
type Verdict = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

/** Lighthouse takes 176 MB, so it is a separate package that only this command installs. */
const folder = "bench/lighthouse";
const program = "node_modules/lighthouse/cli/index.js";

const pages = ["/demo5050", "/fr/demo5050", "/demo-raffle"];
const visits = 5;

function readJson(file: string): { version?: string; dependencies?: Record<string, string> } {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

async function run(command: string, words: string[], options: Parameters<typeof runCommand>[2]): Promise<string> {
  const { code, output } = await runCommand(command, words, { cwd: folder, ...options });
  if (code !== 0) throw new Error(`${command} ${words[0]} failed:\n${output}`);
  return output;
}

async function installLighthouse(): Promise<void> {
  const wanted = readJson(`${folder}/package.json`).dependencies?.lighthouse;
  if (readJson(`${folder}/node_modules/lighthouse/package.json`).version === wanted) return;
  console.error("Installing Lighthouse …");
  await run("npm", ["ci", "--no-audit", "--no-fund"], {});
}

async function visit(url: string): Promise<Verdict> {
  const { executablePath, args } = await launchOptions();
  const words = ["--output=json", "--quiet", "--no-enable-error-reporting"];
  const flags = `--chrome-flags=--headless=new ${args.join(" ")}`;
  const output = await run(process.execPath, [program, url, ...words, flags], { env: { CHROME_PATH: executablePath } });
  return JSON.parse(output.slice(output.indexOf("{")));
}

const visited = new Map<string, Promise<Verdict[]>>();

/** Lighthouse sometimes records no start of a visit (NO_NAVSTART) and asks to be run again. */
async function visitAnyway(url: string, attempts = 3): Promise<Verdict> {
  try {
    return await visit(url);
  } catch (error) {
    if (attempts === 1) throw error;
    return visitAnyway(url, attempts - 1);
  }
}

async function visitOften(url: string): Promise<Verdict[]> {
  await installLighthouse();
  await visitAnyway(url);
  const verdicts: Verdict[] = [];
  while (verdicts.length < visits) verdicts.push(await visitAnyway(url));
  return verdicts;
}

function runLighthouse(url: string): Promise<Verdict[]> {
  const verdicts = visited.get(url) ?? visitOften(url);
  visited.set(url, verdicts);
  return verdicts;
}

type Fact = { name: string; unit: string; bar: Bar; read: (verdict: Verdict) => number };

const score = (category: string) => (verdict: Verdict) => (verdict.categories[category]?.score ?? 0) * 100;
const figure = (audit: string) => (verdict: Verdict) => verdict.audits[audit]?.numericValue ?? Number.NaN;

const facts: Fact[] = [
  { name: "performance", unit: "", bar: { least: 95 }, read: score("performance") },
  { name: "blocking time", unit: "ms", bar: { most: 200 }, read: figure("total-blocking-time") },
  { name: "largest paint", unit: "ms", bar: { most: 2500 }, read: figure("largest-contentful-paint") },
  { name: "layout shift", unit: "", bar: { most: 0.02 }, read: figure("cumulative-layout-shift") },
  { name: "accessibility", unit: "", bar: { least: 100 }, read: score("accessibility") },
  { name: "best practices", unit: "", bar: { least: 100 }, read: score("best-practices") },
  { name: "SEO", unit: "", bar: { least: 100 }, read: score("seo") },
];

function createFigure(path: string, { name, read, ...shown }: Fact): Figure<Demo> {
  return {
    name: `lighthouse ${path} ${name}`,
    ...shown,
    measure: async ({ url }) => {
      if (!(await findChromium())) return { ours: [], floor: [], note: "no Chromium" };
      const verdicts = await runLighthouse(`${url}${path}`);
      const ours = verdicts.map((verdict): Reading => ({ value: read(verdict), failures: {} }));
      return { ours, floor: [] };
    },
  };
}

export const lighthouseFigures: Figure<Demo>[] = pages.flatMap((path) => facts.map((fact) => createFigure(path, fact)));
