import { expect, it } from "vitest";

import { recordsOf } from "./records-of";

const soon = () => new Promise((resolve) => setImmediate(resolve));

it("records come as the work reports them, and its result last", async () => {
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

it("work that fails makes its reader fail after the records before", async () => {
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

it("work stops at its next record once nobody reads", async () => {
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
