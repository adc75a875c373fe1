import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { iconNames } from "@/components/ui/icon-names";
import { iconSheetOf, pickIcons } from "./pick-icons";

it("the icons in the style sheet are those of the package: else run npm run icons", () => {
  expect(readFileSync("app/icons.css", "utf8")).toBe(iconSheetOf(iconNames));
});

it("refuses a name that Lucide does not have", () => {
  expect(() => pickIcons({ any: "no-such-icon" })).toThrow("no-such-icon");
});
