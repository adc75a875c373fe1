import { expect, it } from "vitest";

import { recordsOf } from "./records-of";

const soon = () => new Promise((resolve) => setImmediate(resolve));

it("what work tells comes as it is told, and what it gives last", async () => {
  const read: unknown[] = [];
  const records = recordsOf<number, string>(async (tell) => {
    tell(1);
    tell(2);
    await soon();
    tell(3);
    return "done";
  });
  for await (const record of records) read.push(record);
  expect(read).toEqual([1, 2, 3, "done"]);
});

it("work that fails fails its reader after what it told", async () => {
  const read: unknown[] = [];
  const reading = async () => {
    for await (const record of recordsOf<number, string>(async (tell) => {
      tell(1);
      throw new Error("lost");
    }))
      read.push(record);
  };
  await expect(reading()).rejects.toThrow("lost");
  expect(read).toEqual([1]);
});

it("work ends where it tells next once nobody reads", async () => {
  let told = 0;
  const records = recordsOf<number, string>(async (tell) => {
    for (;;) {
      tell(told);
      told += 1;
      await soon();
    }
  });
  await records.next();
  await records.return("");
  const before = told;
  for (let turn = 0; turn < 5; turn += 1) await soon();
  expect(told).toBeLessThanOrEqual(before + 1);
});
