import { expect, test } from "vitest";

import { readWords } from "@/tests/support/runner/published-words";

// Whoever changes a word here tells those who read it: stored rows, other releases, dashboards, programs of charities.
test("what is stored or published keeps its words", async () => {
  await expect(`${(await readWords()).join("\n")}\n`).toMatchFileSnapshot("published-words.txt");
});
