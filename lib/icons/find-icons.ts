import "server-only";

import { LRUCache } from "lru-cache";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { logRarely } from "@/lib/platform/server/log";
import type { IconData } from "@/lib/platform/server/lucide-icons";
import { lucideIcon, lucidePrefix } from "@/lib/platform/server/lucide-icons";

import { iconWord, isPlainDrawing } from "./rules";

/** Icons of one set as the Iconify API answers them; `isWhole` is false where the service could not be asked. */
export type FoundIcons = {
  prefix: string;
  icons: Record<string, IconData>;
  not_found: string[];
};

type Found = { ok: true; found: FoundIcons; isWhole: boolean } | Refusal;

/** What the service said of an icon, by set and name; that it has none is remembered too, and forgotten after a day. */
type Remembered = { icon: IconData | null };
const remembered = new LRUCache<string, Remembered>({
  max: 2000,
  ttl: 24 * 60 * 60_000,
  maxSize: 4_000_000,
  sizeCalculation: sizeOf,
});

function sizeOf({ icon }: Remembered): number {
  return 50 + (icon?.body.length ?? 0);
}

type Asked = { prefix: string; names: readonly string[] };

/** Asks the service for what it has not been asked for before. Gives why it was not, or null. */
async function askService(
  ctx: Context,
  { prefix, names }: Asked,
): Promise<"unavailable" | { waitSeconds: number } | null> {
  if (!ctx.icons || names.length === 0) return null;
  // Whoever makes names up makes the service work: so many icons a minute, of all callers and processes.
  const waitSeconds = await ctx.calls("icons", "all", names.length);
  if (waitSeconds) return { waitSeconds };
  const served = await ctx.icons.find(prefix, names);
  if (served.kind === "unavailable") {
    logRarely("The icon service could not be asked", `: ${served.problem}`);
    return "unavailable";
  }
  for (const name of names) {
    const icon = served.icons.get(name) ?? null;
    remembered.set(`${prefix}:${name}`, { icon: icon && isPlainDrawing(icon.body) ? icon : null });
  }
  return null;
}

/**
 * Finds icons of one set: those of Lucide come with the product, all others from the icon service where one is set up.
 * Open to everybody. Refusals: `invalid-input` for words that no icon has, `too-many-calls`.
 */
export async function findIcons(ctx: Context, { prefix, names }: Asked): Promise<Found> {
  if (names.length === 0 || ![prefix, ...names].every((word) => iconWord.test(word))) return refuse("invalid-input");
  const own = (name: string) => (prefix === lucidePrefix ? lucideIcon(name) : null);
  const unknown = names.filter((name) => !own(name) && !remembered.has(`${prefix}:${name}`));
  const failure = await askService(ctx, { prefix, names: [...new Set(unknown)] });
  if (failure && failure !== "unavailable") return refuseFor("too-many-calls", failure.waitSeconds);
  const found = names.map((name): [string, IconData | null] => [
    name,
    own(name) ?? remembered.get(`${prefix}:${name}`)?.icon ?? null,
  ]);
  const icons = Object.fromEntries(found.filter((entry): entry is [string, IconData] => entry[1] !== null));
  const missing = names.filter((name) => !Object.hasOwn(icons, name));
  return { ok: true, found: { prefix, icons, not_found: missing }, isWhole: failure === null };
}
