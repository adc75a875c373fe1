import { icons as lucide } from "@iconify-json/lucide";

/** The markup of icons of Lucide by our names of them, which `names` maps to Lucide's. Throws for one that is none. */
export function pickIcons(names: Readonly<Record<string, string>>): Record<string, string> {
  const picked = Object.entries(names).map(([name, lucideName]) => {
    const body = lucide.icons[lucideName]?.body;
    if (body === undefined) throw new Error(`Lucide has no icon ${lucideName}.`);
    return [name, body];
  });
  return Object.fromEntries(picked);
}
