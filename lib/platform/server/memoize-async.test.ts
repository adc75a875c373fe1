import { expect, it, vi } from "vitest";

import { memoizeAsync } from "./memoize-async";

it("does the work once for all who ask at once and later", async () => {
  const work = vi.fn(async () => "fonts");
  const read = memoizeAsync(work);
  expect(await Promise.all([read(), read()])).toEqual(["fonts", "fonts"]);
  expect([await read(), work.mock.calls.length]).toEqual(["fonts", 1]);
});

it("tries anew what failed, which all who waited for it are told", async () => {
  const work = vi.fn(async () => "fonts").mockRejectedValueOnce(new Error("EMFILE"));
  const read = memoizeAsync(work);
  expect(await Promise.allSettled([read(), read()])).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  expect([await read(), work.mock.calls.length]).toEqual(["fonts", 2]);
});
