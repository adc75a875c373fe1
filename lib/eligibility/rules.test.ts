import { describe, expect, it } from "vitest";

import { provinceCodes } from "@/lib/postal-address";

import {
  canSellTo,
  createPlaceRule,
  getMinimumAge,
  judgePosition,
  listLocationChecks,
  listResidences,
  listSalePlaces,
} from "./rules";
import { decodeRing, encodeRing, isInside, touches } from "./rules.geometry";

describe("provinces", () => {
  it.each(provinceCodes)("%s can be the only residence and the only place of sale", (code) => {
    const draw = { residenceProvinces: [code], enabledProvinces: [] };
    expect(listResidences(draw)).toEqual([code]);
    expect(listResidences({ residenceProvinces: [], enabledProvinces: [code] })).toEqual([code]);
    expect(provinceCodes.filter((other) => canSellTo(draw, other))).toEqual([code]);
    expect(listSalePlaces({ enabledProvinces: [], province: code })).toEqual([code]);
  });

  it("allows all if none is listed, and only those on both lists", () => {
    expect(listResidences({ residenceProvinces: [], enabledProvinces: [] })).toEqual(provinceCodes);
    expect(listResidences({ residenceProvinces: ["ON", "QC"], enabledProvinces: ["QC", "NB"] })).toEqual(["QC"]);
    expect(listSalePlaces({ enabledProvinces: ["QC", "NB"], province: "ON" })).toEqual(["QC", "NB"]);
  });
});

describe("what a buyer says of their place", () => {
  it.each([
    ["location", { enabledProvinces: [], residenceProvinces: [] }],
    ["residence", { enabledProvinces: ["ON"], residenceProvinces: [] }],
    ["residence", { enabledProvinces: ["ON", "QC"], residenceProvinces: ["QC", "ON"] }],
    ["residence", { enabledProvinces: [], residenceProvinces: ["ON"] }],
    ["residenceApart", { enabledProvinces: ["ON", "QC"], residenceProvinces: ["QC"] }],
    ["residenceApart", { enabledProvinces: [], residenceProvinces: ["QC"] }],
  ] as const)("is %s of %j", (rule, { enabledProvinces, residenceProvinces }) => {
    const draw = { enabledProvinces: [...enabledProvinces], residenceProvinces: [...residenceProvinces] };
    expect(createPlaceRule({ ...draw, province: "ON" })).toBe(rule);
  });
});

describe("the minimum age", () => {
  it("is the usual one for each province", () => {
    const ages = provinceCodes.map((province) => [province, getMinimumAge({ province })]);
    expect(Object.fromEntries(ages)).toEqual({
      ...{ AB: 18, BC: 19, MB: 18, NB: 19, NL: 19, NS: 19, NT: 19, NU: 19, ON: 18, PE: 19, QC: 18, SK: 19, YT: 19 },
    });
  });

  it("is the draw's own if it has one", () => {
    expect(getMinimumAge({ minimumAge: 21, province: "ON" })).toBe(21);
  });
});

describe("listLocationChecks", () => {
  const terminal = {
    allowCash: true,
    allowAnonymousCash: false,
    allowRefund: false,
    skipGPSCheck: true,
    skipIPCheck: false,
  };
  const both = { checkoutAccess: { requireGPSCheck: true, requireIPCheck: true }, terminal };

  it("asks a buyer for what the draw requires, and an operator for what can't be skipped", () => {
    expect(listLocationChecks(both, { atTerminal: false })).toEqual({ needed: ["gps", "ip"], skipped: [] });
    expect(listLocationChecks(both, { atTerminal: true })).toEqual({ needed: ["ip"], skipped: ["gps"] });
  });

  it("skips nothing that isn't required", () => {
    const none = { ...both, checkoutAccess: { requireGPSCheck: false, requireIPCheck: false } };
    expect(listLocationChecks(none, { atTerminal: true })).toEqual({ needed: [], skipped: [] });
  });
});

describe("judgePosition", () => {
  it.each([
    [{ centre: "ON", withinRadius: ["ON"] }, 20, { ok: true, province: "ON" }],
    [{ centre: "QC", withinRadius: ["QC"] }, 20, { ok: false, reason: "gps-location-elsewhere" }],
    [{ centre: null, withinRadius: [null] }, 20, { ok: false, reason: "gps-location-elsewhere" }],
    [{ centre: "ON", withinRadius: ["ON", "QC"] }, 20, { ok: false, reason: "gps-location-border" }],
    [{ centre: "ON", withinRadius: ["ON", null] }, 20, { ok: false, reason: "gps-location-border" }],
    [{ centre: "QC", withinRadius: ["ON", "QC"] }, 5_000, { ok: false, reason: "gps-location-coarse" }],
    [{ centre: "QC", withinRadius: ["QC", "NB"] }, 5_000, { ok: false, reason: "gps-location-elsewhere" }],
  ] as const)("of %j within %i m", (surroundings, accuracy, verdict) => {
    expect(judgePosition(surroundings, ["ON"], accuracy)).toEqual(verdict);
  });

  it("needs no decision on a border between two places of sale", () => {
    expect(judgePosition({ centre: "QC", withinRadius: ["ON", "QC"] }, ["ON", "QC"], 20)).toEqual({
      ok: true,
      province: "QC",
    });
  });
});

describe("rings", () => {
  const square = decodeRing(
    encodeRing([
      [-80, 45],
      [-79, 45],
      [-79, 46],
      [-80, 46],
      [-80, 45],
    ]),
  );
  const hole = decodeRing(
    encodeRing([
      [-79.6, 45.4],
      [-79.4, 45.4],
      [-79.4, 45.6],
      [-79.6, 45.6],
      [-79.6, 45.4],
    ]),
  );
  const at = (longitude: number, latitude: number) => ({ longitude, latitude });

  it("survive a round trip through text to within a metre", () => {
    expect([square.west, square.south, square.east, square.north]).toEqual([-80, 45, -79, 46]);
    const corner = decodeRing(encodeRing([[-139.123456, 60.654321]])).corners;
    expect([...corner]).toEqual([-139.12346, 60.65432]);
  });

  it("contain what is inside, except for holes", () => {
    expect(isInside([square, hole], at(-79.8, 45.5))).toBe(true);
    expect(isInside([square, hole], at(-79.5, 45.5))).toBe(false);
    expect(isInside([square, hole], at(-78.9, 45.5))).toBe(false);
  });

  it("are touched by a circle whose radius reaches them", () => {
    // At 45.5 degrees 0.01 degrees of longitude are 780 m.
    expect(touches([square], at(-78.99, 45.5), 790)).toBe(true);
    expect(touches([square], at(-78.99, 45.5), 770)).toBe(false);
    expect(touches([square], at(-78.99, 46.01), 1_000)).toBe(false);
  });
});
