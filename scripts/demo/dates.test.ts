import fc from "fast-check";
import { expect, it } from "vitest";

import { dateAt } from "./dates";

const toronto = "America/Toronto";

const wall = new Intl.DateTimeFormat("en-CA", {
  timeZone: toronto,
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});

const toWallClock = (at: Date) => wall.format(at).split(", ");

const starts = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2039-12-31T23:59:59Z"),
  noInvalidDate: true,
});

const edges = [
  ...["2026-11-01T03:59:30Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-02T04:59:59Z"],
  ...["2027-03-14T04:59:00Z", "2027-03-14T06:59:59Z", "2027-03-14T07:00:00Z", "2027-03-15T03:59:00Z"],
  ...["2026-12-31T23:59:59Z", "2027-01-01T04:59:59Z", "2027-01-01T05:00:00Z", "2028-02-29T04:30:00Z"],
].map((at) => new Date(at));

it("is a day's local time in Toronto, whenever it is asked for", () => {
  const days = fc.integer({ min: -40, max: 70 });
  const times = fc.constantFrom("08:00", "09:00", "12:00", "18:00", "21:30");
  fc.assert(
    fc.property(starts, days, times, (now, ahead, time) => {
      const [today = ""] = toWallClock(now);
      const text = dateAt(`${ahead < 0 ? "" : "+"}${ahead}d ${time}`, toronto, now) ?? "";
      const [day = "", shown] = toWallClock(new Date(text));
      expect([(Date.parse(day) - Date.parse(today)) / 86_400_000, shown]).toEqual([ahead, time]);
      expect(text.slice(0, 16)).toBe(`${day}T${time}`);
    }),
    { examples: edges.flatMap((at) => [-1, 0, 1, 3].map((ahead): [Date, number, string] => [at, ahead, "09:00"])) },
  );
});

it("is the next full minute of a step, with the UTC offset at that time", () => {
  const minutes = fc.integer({ min: 0, max: 90 });
  fc.assert(
    fc.property(starts, minutes, fc.constantFrom(1, 5, 15), (now, ahead, step) => {
      const text = dateAt(`+${ahead}min${step > 1 ? ` by ${step}` : ""}`, toronto, now) ?? "";
      const [at, earliest] = [Date.parse(text), now.getTime() + ahead * 60_000];
      expect([at % (step * 60_000), at >= earliest, at < earliest + step * 60_000]).toEqual([0, true, true]);
      const [day, time] = toWallClock(new Date(at));
      expect(text.slice(0, 16)).toBe(`${day}T${time}`);
    }),
    { examples: edges.map((at): [Date, number, number] => [at, 35, 5]) },
  );
});

it("is one of the draw's own zone", () => {
  const now = new Date("2026-07-02T03:10:00Z");
  expect(dateAt("+1d 20:00", "America/Vancouver", now)).toBe("2026-07-02T20:00:00-07:00");
  expect(dateAt("+1d 20:00", "America/St_Johns", now)).toBe("2026-07-03T20:00:00-02:30");
  expect(dateAt("+2min", "America/Vancouver", now)).toBe("2026-07-01T20:12:00-07:00");
});

it.each(["", "50/50", "+3d", "3d 20:00", "+3d 9:00", "+35min by", "On +3d 20:00", "2026-07-01T20:00:00-04:00"])(
  "is no %j",
  (text) => {
    expect(dateAt(text, toronto, new Date())).toBeNull();
  },
);
