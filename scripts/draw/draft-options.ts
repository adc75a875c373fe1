import { basename, extname } from "node:path";
import { parseArgs } from "node:util";

import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";

import type { DraftDraw } from "./draft-draw";

export type DraftOptions = Omit<DraftDraw, "now"> & { file: string };

const options = { raffle: { type: "boolean" }, province: { type: "string" } } as const;

export function parseDraftOptions(words: string[]): DraftOptions | null {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    const province = values.province?.toUpperCase() ?? "ON";
    const id = file ? toId(file) : null;
    if (!file || !id || more.length > 0 || !isProvince(province)) return null;
    return { file, id, isRaffle: values.raffle ?? false, province };
  } catch {
    return null;
  }
}

function isProvince(code: string): code is ProvinceCode {
  return (provinceCodes as readonly string[]).includes(code);
}

function toId(file: string): string | null {
  const words = basename(file, extname(file))
    .normalize("NFD")
    .match(/[A-Za-z0-9]+/g);
  return words ? words.join("-").toLowerCase().slice(0, 64) : null;
}
