import { expect, it } from "vitest";

import { getLocationName } from "./location-name";

it.each([
  ["north-gate", "North gate"],
  ["arena", "Arena"],
  ["Gate_3", "Gate 3"],
  ["-", "-"],
])("%s reads %s", (locationId, name) => {
  expect(getLocationName(locationId)).toBe(name);
});
