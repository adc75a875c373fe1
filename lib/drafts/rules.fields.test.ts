import { expect, it } from "vitest";
import { drawSchema } from "@/lib/draws/schema";
import { otherFields } from "./rules.files";
import { findStep, stepFields } from "./rules.steps";
import { setUpFields } from "./schema";

it("every field of a definition is set up, or known to come from elsewhere", () => {
  const known = [...setUpFields, ...Object.values(otherFields).flat()];
  expect([...known].sort()).toEqual(Object.keys(drawSchema.shape).sort());
});

it("every field that is set up has one step", () => {
  expect(Object.values(stepFields).flat().sort()).toEqual([...setUpFields].sort());
  expect(findStep("secondDraws.0.title")).toBe("second");
  expect(findStep("apiKeys.bambora.passcode")).toBe("payments");
});
