import { basename, extname } from "node:path";
import { parseArgs } from "node:util";

import type { ProvinceCode } from "@/lib/address";
import { provinceCodes } from "@/lib/address";

import type { DraftDraw } from "./draft-draw";

/** What `npm run draw -- new` writes, and where to. */
export type DraftOptions = Omit<DraftDraw, "now"> & { file: string };

const options = { raffle: { type: "boolean" }, province: { type: "string" } } as const;

function isProvince(code: string): code is ProvinceCode {
  return (provinceCodes as readonly string[]).includes(code);
}

/** An id of letters, digits and hyphens from the name of a file; null where the name has none. */
function idOf(file: string): string | null {
  const words = basename(file, extname(file))
    .normalize("NFD")
    .match(/[A-Za-z0-9]+/g);
  return words ? words.join("-").toLowerCase().slice(0, 64) : null;
}

/** Reads what follows `npm run draw -- new`; null when it is not ours. */
export function parseDraftOptions(words: string[]): DraftOptions | null {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    const province = values.province?.toUpperCase() ?? "ON";
    const id = file ? idOf(file) : null;
    if (!file || !id || more.length > 0 || !isProvince(province)) return null;
    return { file, id, isRaffle: values.raffle ?? false, province };
  } catch {
    return null;
  }
}
