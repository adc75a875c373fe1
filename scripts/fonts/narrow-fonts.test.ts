import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { fontFile, fontNames, narrowFont } from "./narrow-fonts";

it.each(fontNames)("%s is as its package has it: else run npm run fonts", async (name) => {
  expect(readFileSync(fontFile(name)).equals(await narrowFont(name))).toBe(true);
});
