import { expect, it } from "vitest";

import { formatId } from "./readable-id";

it.each([
  ["north-gate_2", "North gate 2"],
  ["concourse", "Concourse"],
  ["7K3M9PQRST", "7K3M9PQRST"],
  ["Gate 3", "Gate 3"],
])("the id %s is read as %s", (id, text) => {
  expect(formatId(id)).toBe(text);
});
