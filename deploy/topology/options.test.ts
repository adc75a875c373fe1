import { describe, expect, it } from "vitest";

import { parseOptions } from "./options";

const names = ["kill-app", "lose-mail"];

describe("the options of a run", () => {
  it("have defaults", () => {
    expect(parseOptions([], names)).toEqual({ rate: 3, only: null, offsets: [0], ports: 24_000, keep: false });
  });

  it("name steps, a rate and a port", () => {
    const args = ["--only", "lose-mail,kill-app", "--rate", "0.5", "--ports", "30000", "--keep"];
    expect(parseOptions(args, names)).toEqual({
      rate: 0.5,
      only: ["lose-mail", "kill-app"],
      offsets: [0],
      ports: 30_000,
      keep: true,
    });
  });

  it("name moments at which frozen primaries go on, before and after the promotion", () => {
    expect(parseOptions(["--offsets=-0.5,0,1.25"], names)?.offsets).toEqual([-0.5, 0, 1.25]);
  });

  it.each([
    ["--only", "kill-all"],
    ["--offsets", "soon"],
    ["--offsets", "61"],
    ["--rate", "0"],
    ["--rate", "many"],
    ["--ports", "65500"],
    ["--what"],
    ["kill-app"],
  ])("refuse %s %s", (...args) => {
    expect(parseOptions(args, names)).toBeNull();
  });
});
