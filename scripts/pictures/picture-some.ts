import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Language } from "@/tests/support/checkout";

import { scenes } from "./scenes";
import type { Stage } from "./stage";
import type { Screen } from "./take-pictures";
import { openScene, writeWebp } from "./take-pictures";

type Chosen = { file: string; scene: string; screen: Screen; language: Language; isDark?: boolean };

const directory = "docs/images";
/** A repository is no place for more. */
const mostBytes = 150_000;
/** Two dots a pixel keep a phone's words sharp; a wide screen is shown smaller than it is. */
const scales: Record<Screen, number> = { phone: 2, tablet: 1.5, desktop: 1.25 };

const chosen: readonly Chosen[] = [
  { file: "draws", scene: "home", screen: "desktop", language: "en" },
  { file: "draw", scene: "draw-demo5050", screen: "desktop", language: "en" },
  { file: "draw-phone", scene: "draw-demo5050", screen: "phone", language: "en" },
  { file: "draw-phone-fr-dark", scene: "draw-demo5050", screen: "phone", language: "fr", isDark: true },
  { file: "payment", scene: "form-filled", screen: "phone", language: "en" },
  { file: "confirmation", scene: "confirmation", screen: "phone", language: "en" },
  { file: "order", scene: "order-paid", screen: "phone", language: "fr" },
  { file: "results", scene: "draw-demo-drawn", screen: "phone", language: "en" },
  { file: "mail", scene: "mail", screen: "phone", language: "en" },
  { file: "terminal-home", scene: "terminal-home", screen: "tablet", language: "en" },
  { file: "terminal-sale", scene: "terminal-sale", screen: "tablet", language: "fr" },
];

async function takeOne({ stage, path }: { stage: Stage; path: string }, one: Chosen): Promise<number> {
  const { scene: name, screen, language, isDark = false } = one;
  const scene = scenes.find((known) => known.name === name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  let bytes = 0;
  await openScene(scene, { stage, language, screen, isDark, scale: scales[screen] }, async (page) => {
    bytes = await writeWebp(page, path);
  });
  return bytes;
}

/** The card by which a draw is shared is a picture already. */
async function keepShareCard({ server }: Stage, path: string): Promise<number> {
  const card = Buffer.from(await (await fetch(`${server.url}/demo5050/card.png`)).arrayBuffer());
  await writeFile(path, card);
  return card.length;
}

/** Takes the pictures of `docs/images` anew, and gives those that are too large. */
export async function pictureSome(stage: Stage, only?: RegExp): Promise<string[]> {
  const taken: [path: string, bytes: number][] = [];
  for (const one of chosen.filter(({ file }) => !only || only.test(file))) {
    const path = join(directory, `${one.file}.webp`);
    taken.push([path, await takeOne({ stage, path }, one)]);
    console.log(path);
  }
  const card = join(directory, "share-card.png");
  taken.push([card, await keepShareCard(stage, card)]);
  const tooLarge = taken.filter(([, bytes]) => bytes > mostBytes);
  return tooLarge.map(([path, bytes]) => `${path} has ${bytes} bytes: ${mostBytes} are allowed.`);
}
