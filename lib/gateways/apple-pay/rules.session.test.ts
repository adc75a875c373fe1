import { describe, expect, it } from "vitest";

import type { SheetCall, SheetEvent, SheetPhase } from "./rules.session";
import { canCall, getNextPhase, sheetLimits } from "./rules.session";

function run(...events: SheetEvent[]): SheetPhase | null {
  return events.reduce<SheetPhase | null>((phase, event) => phase && getNextPhase(phase, event), "idle");
}

const toSheet: SheetEvent[] = ["begun", "validation-asked", "validated"];
const phases: SheetPhase[] = [
  "idle",
  "requested",
  "validating",
  "awaiting",
  "processing",
  "completed",
  "cancelled",
  "aborted",
  "checking",
];

describe("a sheet", () => {
  it.each<[string, SheetEvent[], SheetPhase]>([
    ["is answered once", [...toSheet, "authorized", "answered"], "completed"],
    ["that was closed before it was authorized is cancelled", [...toSheet, "dismissed"], "cancelled"],
    ["that was closed while it was validated is cancelled", ["begun", "validation-asked", "dismissed"], "cancelled"],
    [
      "that goes away while its payment is under way is no cancellation",
      [...toSheet, "authorized", "dismissed"],
      "checking",
    ],
    ["whose payment takes too long is no failure", [...toSheet, "authorized", "timed-out"], "checking"],
    ["that is aborted while its payment is under way is no failure", [...toSheet, "authorized", "aborted"], "checking"],
    ["that is refused is aborted", ["begun", "validation-asked", "aborted"], "aborted"],
    ["that waits too long for Apple is aborted", ["begun", "validation-asked", "timed-out"], "aborted"],
    ["asks again for a contact that is not right", [...toSheet, "authorized", "corrected", "authorized"], "processing"],
  ])("%s", (_what, events, phase) => {
    expect(run(...events)).toBe(phase);
  });

  it.each<[string, SheetEvent[]]>([
    ["completes twice", [...toSheet, "authorized", "answered", "answered"]],
    ["is lost twice", [...toSheet, "authorized", "aborted", "timed-out"]],
    ["is answered after it went away", [...toSheet, "authorized", "dismissed", "answered"]],
    ["is cancelled after it was answered", [...toSheet, "authorized", "answered", "dismissed"]],
    ["is authorized before it was validated", ["begun", "validation-asked", "authorized"]],
    ["begins twice", ["begun", "begun"]],
  ])("never %s", (_what, events) => {
    expect(run(...events)).toBeNull();
  });

  it.each<[SheetCall, SheetPhase[]]>([
    ["begin", ["idle"]],
    ["completeMerchantValidation", ["validating"]],
    ["completeShippingContactSelection", ["validating", "awaiting"]],
    ["completePayment", ["processing"]],
    ["abort", ["requested", "validating", "awaiting", "processing"]],
  ])("accepts %s only in its own phases", (call, expected) => {
    expect(phases.filter((phase) => canCall(phase, call))).toEqual(expected);
  });

  it("gives up after 30 s, before Apple does", () => {
    for (const limit of Object.values(sheetLimits)) expect(limit).toBeLessThan(30_000);
  });
});
