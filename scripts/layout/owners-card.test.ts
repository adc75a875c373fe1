import { existsSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { readSourceFiles } from "./source-file";

const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const installed = { ...dependencies, ...devDependencies };
const texts = readSourceFiles(process.cwd()).map(({ text }) => text);

it.each([
  "next",
  "react",
  "next-intl",
  "@tanstack/react-query",
  "zod",
  "firebase",
  "next-themes",
  "@iconify/react",
  "vitest",
  "@testing-library/react",
  "playwright",
])("is installed: %s", (name) => {
  expect(installed).toHaveProperty([name]);
});

it.each([
  "next",
  "react",
  "next-intl",
  "@tanstack/react-query",
  "zod",
  "firebase",
  "next-themes",
  "@iconify/react",
  "vitest",
  "@testing-library/react",
])("is used: %s", (name) => {
  const imports = new RegExp(`from "${name}(?:/[^"]*)?";`);
  expect(texts.some((text) => imports.test(text))).toBe(true);
});

it.each(["middleware.ts", "playwright.config.ts", "app/api/getInstance/route.ts"])("exists: %s", (path) => {
  expect(existsSync(path)).toBe(true);
});

it("finds no use of an unused package", () => {
  expect(texts.some((text) => text.includes(`from "${["left", "pad"].join("-")}"`))).toBe(false);
});
