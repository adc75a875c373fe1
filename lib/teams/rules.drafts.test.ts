import { describe, expect, it } from "vitest";

import { moveTo, toDraft, toTeam } from "./rules.drafts";

const whole = { id: "foxes", name: { en: "Foxes", fr: "Renards" }, color: "#c2410c", icon: "/foxes.svg" };
const plain = { id: "loons", name: "Loons" };
const english = { id: "owls", name: { en: "Owls" } };

describe("a draft of a team", () => {
  it.each([
    [whole, true],
    [plain, true],
    [plain, false],
    [english, true],
    [english, false],
  ])("of %j gives the same team again, in both languages: %s", (team, isBilingual) => {
    expect(toTeam(toDraft(team, isBilingual), team, isBilingual)).toEqual(team);
  });

  it("has a name in each language once they differ", () => {
    const draft = { ...toDraft(plain, true), fr: " Huards " };
    expect(toTeam(draft, plain, true).name).toEqual({ en: "Loons", fr: "Huards" });
    expect(toTeam({ ...draft, fr: "" }, plain, true).name).toEqual({ en: "Loons" });
  });

  it("without a colour or a picture gives a team without them", () => {
    expect(toTeam({ ...toDraft(whole, true), color: "", icon: " " }, whole, true)).toEqual({
      id: "foxes",
      name: whole.name,
    });
  });
});

describe("moveTo", () => {
  const [one, two, three] = [whole, plain, english].map((team) => toDraft(team, true));
  const teams = [one, two, three].filter((team) => team !== undefined);

  it("moves a team to its new place and keeps the others in order", () => {
    expect(moveTo(teams, 0, 1).map(({ id }) => id)).toEqual(["loons", "foxes", "owls"]);
    expect(moveTo(teams, 2, 0).map(({ id }) => id)).toEqual(["owls", "foxes", "loons"]);
  });

  it("leaves the first and the last where they are", () => {
    expect(moveTo(teams, 0, -1)).toEqual(teams);
    expect(moveTo(teams, 2, 3)).toEqual(teams);
  });
});
