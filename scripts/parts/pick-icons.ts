import { icons as lucide } from "@iconify-json/lucide";

/** How Lucide draws all of its lines, once for a drawing instead of on each part of it. */
const stroke = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** The markup of icons of Lucide by our names of them, which `names` maps to Lucide's. Throws for one that is none. */
export function pickIcons(names: Readonly<Record<string, string>>): Record<string, string> {
  const picked = Object.entries(names).map(([name, lucideName]) => {
    const body = lucide.icons[lucideName]?.body;
    if (body === undefined) throw new Error(`Lucide has no icon ${lucideName}.`);
    return [name, body];
  });
  return Object.fromEntries(picked);
}

/** A drawing as an address of a style sheet. */
function addressOf(body: string): string {
  const lines = body.replaceAll(stroke, "").replaceAll(/<\/?g>/g, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${stroke}>${lines}</svg>`;
  const drawn = svg.replace("currentColor", "#000").replaceAll('"', "'").replaceAll("#", "%23");
  return `url("data:image/svg+xml,${drawn}")`;
}

/** The style sheet of the icons: a class `i-{name}` for each. */
export function iconSheetOf(names: Readonly<Record<string, string>>): string {
  const rules = Object.entries(pickIcons(names)).map(([name, body]) => {
    if (/fill="(?!none)/.test(body)) throw new Error(`The icon ${name} is filled: a sheet draws lines alone.`);
    return `  .i-${name} {\n    --icon: ${addressOf(body)};\n  }\n`;
  });
  return `/* Written by npm run icons: drawings of Lucide (ISC licence). */\n@layer components {\n${rules.join("")}}\n`;
}
