import "server-only";

import { icons as lucide } from "@iconify-json/lucide";

/** Data of an icon as `@iconify/react` takes it: the markup inside the drawing, and its size in units. */
export type IconData = { body: string; width: number; height: number };

/** The prefix of Lucide's icons. */
export const lucidePrefix = lucide.prefix;

const { width = 24, height = 24 } = lucide;

function bodyOf(name: string): string | undefined {
  return Object.hasOwn(lucide.icons, name) ? lucide.icons[name]?.body : undefined;
}

/** A Lucide icon (ISC licence) by its name or a former one; null if there is none. */
export function lucideIcon(name: string): IconData | null {
  const alias = lucide.aliases && Object.hasOwn(lucide.aliases, name) ? lucide.aliases[name] : undefined;
  const body = bodyOf(alias?.parent ?? name);
  return body === undefined ? null : { body, width, height };
}
