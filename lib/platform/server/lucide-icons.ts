import "server-only";

import { icons as lucide } from "@iconify-json/lucide";

export type IconData = { body: string; width: number; height: number };

export const lucidePrefix = lucide.prefix;

const { width = 24, height = 24 } = lucide;

/** `name` is the current or a former one. Lucide has the ISC licence. */
export function lucideIcon(name: string): IconData | null {
  const alias = lucide.aliases && Object.hasOwn(lucide.aliases, name) ? lucide.aliases[name] : undefined;
  const body = findBody(alias?.parent ?? name);
  return body === undefined ? null : { body, width, height };
}

function findBody(name: string): string | undefined {
  return Object.hasOwn(lucide.icons, name) ? lucide.icons[name]?.body : undefined;
}
