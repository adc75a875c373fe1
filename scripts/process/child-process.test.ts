import { expect, it } from "vitest";

import { runCommand } from "./child-process.mjs";

it("ends a command that takes too long, with all that it started, and says so", async () => {
  const { code, output } = await runCommand("sh", ["-c", "echo begun; sleep 600; echo never"], { withinMs: 2000 });
  expect([code, output]).toEqual([1, "begun\nIt took longer than 2 s.\n"]);
}, 20_000);

it("gives what a command that ends in time said, and its code", async () => {
  expect(await runCommand("sh", ["-c", "echo done; exit 3"], { withinMs: 20_000 })).toEqual({
    code: 3,
    output: "done\n",
  });
});
