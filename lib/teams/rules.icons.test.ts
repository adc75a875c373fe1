import { icons } from "@iconify-json/lucide";
import { expect, it } from "vitest";

import { getIconPicture, getPictureIcon, teamIcons } from "./rules.icons";

it("every icon that is offered is one of Lucide's", () => {
  expect(teamIcons.filter((icon) => !(icon in icons.icons))).toEqual([]);
  expect(getPictureIcon(getIconPicture("trophy"))).toBe("trophy");
  expect(getPictureIcon("lucide:no-such-icon")).toBeUndefined();
});
