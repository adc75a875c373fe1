import { readFileSync } from "node:fs";
import subsetFont from "subset-font";

export const fontNames = ["inter", "bricolage-grotesque"] as const;

export const fontFile = (name: string) => `app/fonts/${name}.woff2`;

/** The characters of Fontsource's Latin files, and those of English and French. */
const letters = [
  [0x00, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
] as const;

/** The features that browsers apply by default, and tabular digits. */
const keepFeatures = "ccmp locl mark mkmk kern calt liga clig rlig rclt rvrn tnum".split(" ");

export function narrowFont(name: (typeof fontNames)[number]): Promise<Buffer> {
  const source = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  const options = { targetFormat: "woff2", keepFeatures, variationAxes: { wght: { min: 400, max: 800 } } } as const;
  return subsetFont(source, allLetters(), options);
}

function allLetters(): string {
  const codes = letters.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  return String.fromCodePoint(...codes);
}
