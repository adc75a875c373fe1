import { expect, it } from "vitest";
import { getValue, setValue } from "./rules.paths";

it("reads and writes at a path without changing the original, and creates what is missing on the way", () => {
  const content = { title: { en: "A" }, prizes: {} };
  const next = setValue(content, "prizes.Grand Prize.0.drawDate", "2026-12-01T12:00");
  expect(next).toEqual({ title: { en: "A" }, prizes: { "Grand Prize": [{ drawDate: "2026-12-01T12:00" }] } });
  expect(content).toEqual({ title: { en: "A" }, prizes: {} });
  expect(getValue(next, "prizes.Grand Prize.0.drawDate")).toBe("2026-12-01T12:00");
  expect(getValue(next, "prizes.Early Bird.3.drawDate")).toBeUndefined();
});

it("removes a field, a group with its last field, and an item of a list, but no item with its last field", () => {
  const content = { bannerImage: { url: "https://a" }, teams: [{ id: "a" }, { id: "b", name: "B" }] };
  expect(setValue(content, "bannerImage.url", undefined)).toEqual({ teams: content.teams });
  expect(setValue(content, "teams.0", undefined)).toMatchObject({ teams: [{ id: "b" }] });
  expect(setValue(content, "teams.0.id", undefined)).toMatchObject({ teams: [{}, { id: "b" }] });
});

it("writes over a value that has no fields", () => {
  expect(setValue({ title: "A" }, "title.en", "B")).toEqual({ title: { en: "B" } });
});
