import { expect, test } from "vitest";

import { listPublishedTerms } from "@/tests/support/runner/published-words";

// Stored rows, other releases, dashboards and programs of charities depend on these words.
test("what is stored or published keeps its words", async () => {
  await expect(`${(await listPublishedTerms()).join("\n")}\n`).toMatchFileSnapshot("published-words.txt");
});
