import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { iconNames } from "@/components/ui/icon-names";
import { createIconSheet, pickIcons } from "./icon-sheet";

it("the icons in the style sheet match the package (otherwise run npm run icons)", () => {
  expect(readFileSync("app/icons.css", "utf8")).toBe(createIconSheet(iconNames));
});

it("rejects a name that Lucide doesn't have", () => {
  expect(() => pickIcons({ any: "no-such-icon" })).toThrow("no-such-icon");
});
