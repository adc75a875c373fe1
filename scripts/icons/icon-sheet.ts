import { icons as lucide } from "@iconify-json/lucide";

/** The attributes that all of Lucide's lines share. */
const stroke = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** `names` maps our names to Lucide's. */
export function pickIcons(names: Readonly<Record<string, string>>): Record<string, string> {
  const picked = Object.entries(names).map(([name, lucideName]) => {
    const body = lucide.icons[lucideName]?.body;
    if (body === undefined) throw new Error(`Lucide has no icon ${lucideName}.`);
    return [name, body];
  });
  return Object.fromEntries(picked);
}

const side = 24;

/**
 * One picture with all icons side by side. With a picture per icon, the browser would parse an SVG document per icon
 * before the first paint (docs/performance.md).
 */
export function createIconSheet(names: Readonly<Record<string, string>>): string {
  const drawings = Object.entries(pickIcons(names));
  const drawn = drawings.map(([name, body], index) => {
    if (/fill="(?!none)/.test(body)) throw new Error(`The icon ${name} is filled: a sheet draws lines alone.`);
    const lines = body.replaceAll(stroke, "").replaceAll(/<\/?g>/g, "");
    return `<g transform="translate(${index * side})">${lines}</g>`;
  });
  const last = drawings.length - 1;
  const box = `viewBox="0 0 ${drawings.length * side} ${side}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}${stroke}>${drawn.join("")}</svg>`;
  const dataUrl = svg.replace("currentColor", "#000").replaceAll('"', "'").replaceAll("#", "%23");
  const places = drawings.map(
    ([name], index) => `  .i-${name} {\n    mask-position: calc(100% * ${index} / ${last}) 0;\n  }\n`,
  );
  const picture = `    mask-image: url("data:image/svg+xml,${dataUrl}");\n    mask-size: ${drawings.length * 100}% 100%;\n`;
  const head = "/* Written by npm run icons: drawings of Lucide (ISC licence). */\n";
  return `${head}@layer components {\n  .icon {\n${picture}  }\n${places.join("")}}\n`;
}
