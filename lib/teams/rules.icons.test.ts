import { icons } from "@iconify-json/lucide";
import { expect, it } from "vitest";

import { getIconImage, getImageIcon, teamIcons } from "./rules.icons";

it("every icon that is offered is one of Lucide's", () => {
  expect(teamIcons.filter((icon) => !(icon in icons.icons))).toEqual([]);
  expect(getImageIcon(getIconImage("trophy"))).toBe("trophy");
  expect(getImageIcon("lucide:no-such-icon")).toBeUndefined();
});
