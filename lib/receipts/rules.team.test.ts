import { expect, it } from "vitest";

import { chosenTeamOf } from "./rules.team";

const foxes = { id: "foxes", name: { en: "Foxes", fr: "Renards" } };
const teams = [
  { id: "crews", title: { en: "Crews", fr: "Équipages" }, teams: [foxes, { id: "hares", name: "Hares" }] },
];

it.each([
  ["foxes", { name: "Renards", isWhole: false }],
  ["crews", { name: "Équipages", isWhole: true }],
  [null, null],
  ["gone", null],
])("of the choice %s is named in the buyer's language, or not at all", (chosen, named) => {
  expect(chosenTeamOf({ teams }, chosen, "fr")).toEqual(named);
});
