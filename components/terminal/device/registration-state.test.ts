import { describe, expect, it } from "vitest";

import type { Allocation } from "@/lib/terminal/device/rules";

import type { RegistrationInput } from "./registration-state";
import { getRegistrationState } from "./registration-state";

const none = { deviceId: null, parentId: null, locationId: null };
const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate-3" };
const said = { name: "Gate 3", operator: "Rosalie", printer: "browser", active: true, allocated: true };
const registered: Allocation = { ...ids, deviceDetails: said };
const unknown = { allocation: null, isLoading: false, refusal: "device-required" } as const;
const known = { allocation: registered, isLoading: false, refusal: null };

function getState(input: Partial<RegistrationInput>) {
  return getRegistrationState({ link: none, stored: { ...none, deviceDetails: null }, device: unknown, ...input });
}

describe("the state of a registration", () => {
  it("is what the server says, ahead of the link and the browser's stored data", () => {
    expect(getState({ device: known })).toMatchObject({ kind: "registered", isComplete: true, isOtherDevice: false });
    expect(getState({ device: known, link: ids })).toMatchObject({ isOtherDevice: false });
    expect(getState({ device: known, link: { ...ids, deviceId: "OTHER" } })).toMatchObject({ isOtherDevice: true });
    const partly = { ...registered, deviceDetails: { ...said, printer: "" } };
    expect(getState({ device: { ...known, allocation: partly } })).toMatchObject({ isComplete: false });
  });

  it("is unknown before the server has answered", () => {
    expect(getState({ device: { ...unknown, isLoading: true, refusal: null } })).toEqual({ kind: "checking" });
    expect(getState({ device: { ...unknown, refusal: "unreachable" } })).toEqual({ kind: "unreachable" });
    expect(getState({ device: { ...unknown, refusal: "service-unavailable" } })).toEqual({ kind: "unreachable" });
  });

  it("is open with a link, complete, partial or missing", () => {
    expect(getState({ link: ids })).toEqual({ kind: "open", ids, has: "all", endReason: null });
    expect(getState({ link: { ...none, parentId: "demo-parent" } })).toMatchObject({ has: "some" });
    expect(getState({})).toMatchObject({ has: "none", endReason: null });
  });

  it("reports a registration that ended while this browser still has it", () => {
    expect(getState({ stored: registered })).toMatchObject({ ids, has: "all", endReason: "device-required" });
    const revoked = { ...unknown, refusal: "device-revoked" } as const;
    expect(getState({ link: ids, device: revoked })).toMatchObject({ endReason: "device-revoked" });
  });
});
