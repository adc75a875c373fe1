import { expect, it } from "vitest";

import { compareValues } from "./rules.revision";

const items: never[] = [];

it("values are compared down to what differs, whatever the order of their names", () => {
  expect(compareValues({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toEqual([]);
  expect(compareValues({ title: "Gala" }, { title: { en: "Gala" } })).toEqual([
    { path: ["title"], items, before: "Gala", after: null },
    { path: ["title", "en"], items, before: null, after: "Gala" },
  ]);
  expect(compareValues({ gone: [] }, {})).toEqual([{ path: ["gone"], items, before: null, after: null }]);
});

it("items without an identity are compared by position", () => {
  const item = { depth: 1, name: null };
  expect(compareValues({ list: [1, 2] }, { list: [1, 3, 4] })).toEqual([
    { path: ["list", "1"], items: [{ ...item, change: "kept" }], before: 2, after: 3 },
    { path: ["list", "2"], items: [{ ...item, change: "added" }], before: null, after: 4 },
  ]);
});

const winner = (prizeType: string, number: number) => ({ poolId: "main", prizeType, number, drawnAt: "2026-11-29" });

function summarize(before: unknown[], after: unknown[]) {
  return compareValues({ list: before }, { list: after }).map(({ path, items: [item], isReordered, ...values }) =>
    isReordered ? "order" : [item?.change, item?.name, path.slice(2).join("."), values.before, values.after].join(" "),
  );
}

it("a winner that is added before others rewrites none of them", () => {
  const earlyBirds = [winner("Early Bird", 31), winner("Early Bird", 55)];
  const changes = compareValues({ winners: earlyBirds }, { winners: [winner("Grand Prize", 214), ...earlyBirds] });
  expect(changes).toHaveLength(4);
  for (const { items } of changes) expect(items).toEqual([{ depth: 1, change: "added", name: "Grand Prize 214" }]);
});

it("a corrected number is a change of the same prize's winner", () => {
  const [early, grand] = [winner("Early Bird", 31), winner("Grand Prize", 214)];
  expect(summarize([early, grand], [winner("Grand Prize", 215), early])).toEqual([
    "kept Grand Prize 215 number 214 215",
    "order",
  ]);
  expect(summarize([early], [grand]).map((line) => line.split(" ")[0])).toEqual([
    ...Array(4).fill("added"),
    ...Array(4).fill("removed"),
  ]);
});

it("teams and packages are matched by their ids, and prizes by their descriptions", () => {
  const [foxes, owls] = [
    { id: "foxes", name: "Foxes" },
    { id: "owls", name: "Owls" },
  ];
  expect(summarize([foxes, owls], [owls])).toEqual(["removed Foxes id foxes ", "removed Foxes name Foxes "]);
  expect(summarize([owls], [foxes, { ...owls, icon: "/a.svg" }])).toEqual([
    "added Foxes id  foxes",
    "added Foxes name  Foxes",
    "kept Owls icon  /a.svg",
  ]);
  const [car, trip] = [{ description: "Car" }, { description: "Trip", drawDate: "2026-11-29" }];
  expect(summarize([car, trip], [{ ...trip, drawDate: "2026-11-30" }])).toEqual([
    "kept Trip drawDate 2026-11-29 2026-11-30",
    "removed Car description Car ",
  ]);
});

it("another order alone is told as such", () => {
  const [foxes, owls] = [{ id: "foxes" }, { id: "owls" }];
  expect(summarize([foxes, owls], [owls, foxes])).toEqual(["order"]);
});
