import { icons } from "@iconify-json/lucide";
import { expect, it } from "vitest";

import { iconOfPicture, pictureOfIcon, teamIcons } from "./rules.icons";

it("every icon that is offered is one of Lucide's", () => {
  expect(teamIcons.filter((icon) => !(icon in icons.icons))).toEqual([]);
  expect(iconOfPicture(pictureOfIcon("trophy"))).toBe("trophy");
  expect(iconOfPicture("lucide:no-such-icon")).toBeUndefined();
});
