import { expect, it } from "vitest";

import { historyLines } from "./history-text";

const at = "2026-11-20T18:00:00.000Z";

it("a line says when, by whom and what", () => {
  const byAdmin = { at, actor: "admin", device: null, operator: "Robin" } as const;
  const byTablet = { at, actor: "device", device: "Gate 3", operator: "Sam" } as const;
  expect(
    historyLines([
      { ...byAdmin, action: "draw-redefined", detail: { revision: 2, fields: "endDate, title" } },
      {
        ...byAdmin,
        action: "draw-redefined",
        detail: { revision: 3, fields: "winners", winnersBefore: "Grand Prize 7", winnersAfter: "Grand Prize 9" },
      },
      { ...byAdmin, operator: null, action: "draw-closed", detail: {} },
      { ...byTablet, action: "device-completed", detail: { device: "AB12", operator: "Kim", printer: null } },
      { ...byTablet, operator: null, action: "allocation-deleted", detail: { device: "AB12" } },
    ]),
  ).toEqual([
    `${at}  admin Robin  draw-redefined: revision 2, fields endDate, title`,
    `${at}  admin Robin  draw-redefined: revision 3, fields winners, winners changed from Grand Prize 7 to Grand Prize 9`,
    `${at}  admin  draw-closed`,
    `${at}  device Gate 3 (Sam)  device-completed: device AB12, operator Kim, printer -`,
    `${at}  device Gate 3  allocation-deleted: device AB12`,
  ]);
});

it("says so if there is no history", () => {
  expect(historyLines([])).toEqual(["No history yet."]);
});
