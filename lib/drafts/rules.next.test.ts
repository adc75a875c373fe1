import { expect, it } from "vitest";
import { drawSchema } from "@/lib/draws/schema";
import { createNextContent } from "./rules.next";

const draw = drawSchema.parse({
  id: "fall",
  parentId: "arena",
  title: "Weekly",
  urlSlug: "fall",
  province: "ON",
  license: "RAF1",
  startDate: "2026-10-26T09:00:00-04:00",
  endDate: "2026-10-30T21:00:00-04:00",
  ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }],
  prizes: { "Grand Prize": [{ description: "Half", drawDate: "2026-10-31T12:00:00-04:00", winningTicketNumber: 7 }] },
  secondDraws: [
    {
      id: "extra",
      type: "5050 Cash",
      title: "Extra",
      license: "X",
      ticketPackageInfo: [{ id: "a", tickets: 1, price: 5 }],
    },
  ],
});

it("the next draw is a week later at the same clock times, across a clock change, without winner and licence", () => {
  const next = createNextContent(draw, "Fall-2");
  expect(next).toMatchObject({
    title: "Weekly",
    urlSlug: "fall-2",
    license: "",
    startDate: "2026-11-02T09:00:00-05:00",
    endDate: "2026-11-06T21:00:00-05:00",
    prizes: { "Grand Prize": [{ description: "Half", drawDate: "2026-11-07T12:00:00-05:00" }] },
    secondDraws: [{ id: "extra", license: "" }],
  });
  expect(JSON.stringify(next)).not.toContain("winningTicketNumber");
});

it("the next draw has its own name in the main language, and the other title only under the same name", () => {
  const named = { ...draw, title: { en: "Fall", fr: "Automne" } };
  const french = { ...named, locale: { ...draw.locale, lang: "fr" as const } };
  expect(createNextContent(named, "winter", "Winter").title).toEqual({ en: "Winter" });
  expect(createNextContent(french, "winter", "Hiver").title).toEqual({ en: "", fr: "Hiver" });
  expect(createNextContent(french, "winter", "Automne").title).toEqual(named.title);
});

it("sales of the next draw open after the copied one is drawn", () => {
  const long = { ...draw, endDate: "2026-11-20T21:00:00-05:00", prizes: {} };
  expect(createNextContent(long, "next").startDate).toBe("2026-11-23T09:00:00-05:00");
});
