import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { secretNames } from "./env";
import { environmentSchema } from "./env.schema";

const manual = readFileSync("docs/configuration.md", "utf8");

it("docs/configuration.md has a row for each variable", () => {
  const missing = Object.keys(environmentSchema.shape).filter((name) => !manual.includes(`\n| \`${name}\` | `));
  expect(missing).toEqual([]);
});

it("docs/configuration.md names the file of each secret", () => {
  expect(secretNames.filter((name) => !manual.includes(`\`${name}_FILE\``))).toEqual([]);
});
