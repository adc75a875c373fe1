import { describe, expect, it } from "vitest";

import { parseOptions } from "./options";

const names = ["kill-app", "lose-mail"];

describe("the options of a run", () => {
  it("have defaults", () => {
    expect(parseOptions([], names)).toEqual({ rate: 3, only: null, ports: 24_000, keep: false });
  });

  it("name steps, a rate and a port", () => {
    const words = ["--only", "lose-mail,kill-app", "--rate", "0.5", "--ports", "30000", "--keep"];
    expect(parseOptions(words, names)).toEqual({
      rate: 0.5,
      only: ["lose-mail", "kill-app"],
      ports: 30_000,
      keep: true,
    });
  });

  it.each([
    ["--only", "kill-all"],
    ["--rate", "0"],
    ["--rate", "many"],
    ["--ports", "65500"],
    ["--what"],
    ["kill-app"],
  ])("refuse %s %s", (...words) => {
    expect(parseOptions(words, names)).toBeNull();
  });
});
