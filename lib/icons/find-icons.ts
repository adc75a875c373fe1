import "server-only";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { logRarely } from "@/lib/platform/server/log";
import type { IconData } from "@/lib/platform/server/lucide-icons";
import { lucideIcon, lucidePrefix } from "@/lib/platform/server/lucide-icons";

export type IconSet = {
  prefix: string;
  icons: Record<string, IconData>;
  not_found: string[];
};

/** `isComplete` is false if the icon service did not answer. */
type IconResult = { ok: true; found: IconSet; isComplete: boolean } | Refusal<"invalid-input" | "too-many-calls">;

const answers = new LRUCache<string, { icon: IconData | null }>({
  max: 2000,
  ttl: 24 * 60 * 60_000,
  maxSize: 4_000_000,
  sizeCalculation: ({ icon }) => 50 + (icon?.body.length ?? 0),
});

type IconNames = { prefix: string; names: readonly string[] };

const iconWord = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Lucide's icons are built in. Others come from the icon service, if one is configured. */
export async function findIcons(ctx: Context, { prefix, names }: IconNames): Promise<IconResult> {
  if (names.length === 0 || ![prefix, ...names].every((word) => iconWord.test(word))) return refuse("invalid-input");
  const bundledIcon = (name: string) => (prefix === lucidePrefix ? lucideIcon(name) : null);
  const missingNames = names.filter((name) => !bundledIcon(name) && !answers.has(`${prefix}:${name}`));
  const failure = await fetchIcons(ctx, { prefix, names: [...new Set(missingNames)] });
  if (failure && failure !== "unavailable") return refuseFor("too-many-calls", failure.waitSeconds);
  const entries = names.flatMap((name): [string, IconData][] => {
    const icon = bundledIcon(name) ?? answers.get(`${prefix}:${name}`)?.icon;
    return icon ? [[name, icon]] : [];
  });
  const icons = Object.fromEntries(entries);
  const missing = names.filter((name) => !Object.hasOwn(icons, name));
  return { ok: true, found: { prefix, icons, not_found: missing }, isComplete: failure === null };
}

async function fetchIcons(
  ctx: Context,
  { prefix, names }: IconNames,
): Promise<"unavailable" | { waitSeconds: number } | null> {
  if (!ctx.icons || names.length === 0) return null;
  // Anyone can make up names, each of which costs a request to the service. So all callers and processes share a limit.
  const waitSeconds = await ctx.calls("icons", "all", names.length);
  if (waitSeconds) return { waitSeconds };
  const served = await ctx.icons.find(prefix, names);
  if (served.kind === "unavailable") {
    logRarely("The icon service is unavailable", `: ${served.problem}`);
    return "unavailable";
  }
  for (const name of names) {
    const icon = served.icons.get(name) ?? null;
    answers.set(`${prefix}:${name}`, { icon: icon && isPlainDrawing(icon.body) ? icon : null });
  }
  return null;
}

const elements = new Set("path g circle ellipse line polyline polygon rect".split(" "));

const attributes = new Set(
  [
    "d cx cy r rx ry x y x1 y1 x2 y2 width height points transform opacity fill fill-rule fill-opacity clip-rule",
    "stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit",
    "stroke-opacity",
  ].flatMap((names) => names.split(" ")),
);

const tag = /<\/?([a-zA-Z]+)((?:\s+[a-zA-Z0-9-]+="[^"<>]*")*)\s*\/?>/g;

const attribute = /\s+([a-zA-Z0-9-]+)="([^"]*)"/g;

/** Accepts a colour, a number or a path, but no URL. */
const plainValue = /^(?!.*url\()[\w\s.,+#%()-]*$/is;

function isPlainTag([, name = "", attributeText = ""]: RegExpExecArray): boolean {
  if (!elements.has(name)) return false;
  return [...attributeText.matchAll(attribute)].every(
    ([, key = "", value = ""]) => attributes.has(key) && plainValue.test(value),
  );
}

/** Browsers insert the drawing unescaped, so it may contain no script, style, text or URL. */
export function isPlainDrawing(body: string): boolean {
  const tags = [...body.matchAll(tag)];
  const rest = body.replace(tag, "").trim();
  return tags.length > 0 && rest === "" && tags.every(isPlainTag);
}
