import { expect, it } from "vitest";
import { saleIconNames } from "@/components/terminal/receipt/sale-icon";
import saleIconData from "@/components/terminal/receipt/sale-icon-data.json";
import iconData from "@/components/ui/icon-data.json";
import { iconNames } from "@/components/ui/icon-names";
import { pickIcons } from "./pick-icons";

it("the icons in the scripts are those of the package: else run npm run icons", () => {
  expect(iconData).toEqual(pickIcons(iconNames));
  expect(saleIconData).toEqual(pickIcons(saleIconNames));
});

it("refuses a name that Lucide does not have", () => {
  expect(() => pickIcons({ any: "no-such-icon" })).toThrow("no-such-icon");
});
