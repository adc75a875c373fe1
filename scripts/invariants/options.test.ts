import { expect, it } from "vitest";

import { invariantsPath, parseInvariantOptions } from "./options";

const [head, other] = ["gala=12:abc_DEF-01234567", "fair=3:0123456789abcdef"];

it.each([
  [[], { drawId: null, heads: [] }],
  [["gala"], { drawId: "gala", heads: [] }],
  [["--head", head, "gala", "--head", other], { drawId: "gala", heads: [head, other] }],
  [["--head"], null],
  [["--head", "gala"], null],
  [["--head", "gala=12:short"], null],
  [["gala", "fair"], null],
  [["--all"], null],
  [[""], null],
])("%j is %j", (words, options) => {
  expect(parseInvariantOptions(words)).toEqual(options);
});

it("the URL contains the draw and each head", () => {
  expect(invariantsPath({ drawId: null, heads: [] })).toBe("/api/admin/invariants");
  const { searchParams } = new URL(invariantsPath({ drawId: "gala", heads: [head, other] }), "http://localhost");
  expect([searchParams.get("instanceId"), searchParams.getAll("head")]).toEqual(["gala", [head, other]]);
});
