import { expect, it } from "vitest";

import { listUsedImages } from "./rules";

const drawOf = (...icons: (string | undefined)[]) => ({
  teams: [
    { id: "sides", title: "Sides", teams: icons.map((icon, place) => ({ id: `t${place}`, name: `T${place}`, icon })) },
  ],
});

it("pictures are offered once, without those of other sites and the icons that are offered anyway", () => {
  const draws = [
    drawOf("/teams/foxes.svg", "lucide:trophy", undefined),
    drawOf("https://example.com/a.png", "/teams/foxes.svg", "mdi:hockey-puck"),
  ];
  expect(listUsedImages(draws)).toEqual([
    { picture: "/teams/foxes.svg", name: "T0" },
    { picture: "mdi:hockey-puck", name: "T2" },
  ]);
});
