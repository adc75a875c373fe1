import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRules } from "@/lib/platform/db/call-counts";
import { queryRows } from "@/lib/platform/db/database";
import {
  asDevice,
  createInput,
  freshBrowser,
  issueTestDevice,
  registerTestDevice,
} from "@/tests/support/core/issued-device";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";

import { authenticateDevice } from "./authenticate-device";
import { codeLifeMs } from "./create-device";
import { registerDevice } from "./register-device";
import { renewDevice } from "./renew-device";
import { revokeDevice } from "./revoke-device";
import { findDevice } from "./store";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

async function outcomeOf(call: ReturnType<typeof registerDevice>): Promise<string> {
  const answer = await call;
  return answer.ok ? "registered" : answer.reason;
}

describe("registration with a code", () => {
  it("returns the credential of an actor that sells for its parent, and stores neither in the clear", async () => {
    const issued = await issueTestDevice(test);
    const answer = await registerDevice(test.ctx, createInput(issued, { printer: "58mm" }), freshBrowser());
    const { deviceId } = issued.device;
    const deviceDetails = { name: "Gate 3", operator: "Rosalie", printer: "58mm", active: true, allocated: true };
    const ids = { deviceId, parentId: "test-parent", locationId: "gate-3" };
    expect(answer).toMatchObject({ ok: true, allocation: { ...ids, deviceDetails } });
    const credential = answer.ok ? answer.credential : "";
    expect((await asDevice(test, credential)).actor).toMatchObject({ ...ids, operator: "Rosalie", maySell: true });
    const kept = JSON.stringify(await findDevice(test.ctx.db, deviceId));
    expect(kept).not.toContain(issued.code);
    expect(kept).not.toContain(credential);
  });

  it("accepts a code the way people type it", async () => {
    const issued = await issueTestDevice(test);
    const typed = issued.code
      .toLowerCase()
      .replaceAll("0", "o")
      .replaceAll("1", "l")
      .replace(/(.{4})/g, "$1-");
    expect(await outcomeOf(registerDevice(test.ctx, createInput(issued, { code: typed }), freshBrowser()))).toBe(
      "registered",
    );
  });

  it.each([
    ["another device's id", { deviceId: "0000000000" }, {}, "device-not-found"],
    ["another parent", { parentId: "other" }, {}, "device-not-found"],
    ["another location", {}, { locationId: "other" }, "device-not-found"],
    ["a wrong code", {}, { code: "0".repeat(26) }, "device-code-wrong"],
    ["a code that is none", {}, { code: "§".repeat(26) }, "device-code-wrong"],
    ["no code and no credential", {}, { code: undefined }, "device-required"],
    ["an empty code", {}, { code: "" }, "device-required"],
  ])("is refused with %s, and the code stays valid", async (_what, ids, data, reason) => {
    const issued = await issueTestDevice(test);
    const input = { ...createInput(issued, data as object), ...ids };
    expect(await outcomeOf(registerDevice(test.ctx, input, freshBrowser()))).toBe(reason);
    await registerTestDevice(test, issued);
  });

  it("is refused if the code was used, is too old, or was replaced", async () => {
    const used = await issueTestDevice(test);
    const late = await issueTestDevice(test);
    const replaced = await issueTestDevice(test);
    await registerTestDevice(test, used);
    const renewed = await renewDevice(test.admin, replaced.device.deviceId);
    expect(await outcomeOf(registerDevice(test.ctx, createInput(used), freshBrowser()))).toBe("device-code-used");
    expect(await outcomeOf(registerDevice(test.ctx, createInput(replaced), freshBrowser()))).toBe("device-code-wrong");
    if (renewed.ok) await registerTestDevice(test, renewed);
    test.clock.advance(codeLifeMs);
    expect(await outcomeOf(registerDevice(test.ctx, createInput(late), freshBrowser()))).toBe("device-code-expired");
  });

  it("of a revoked device is refused, even with a new code, and so is its previous credential", async () => {
    const before = await issueTestDevice(test);
    const registered = await issueTestDevice(test);
    const credential = await registerTestDevice(test, registered);
    for (const { device } of [before, registered]) await revokeDevice(test.admin, device.deviceId);
    const refused = { ok: false, reason: "device-revoked" };
    expect(await registerDevice(test.ctx, createInput(before), freshBrowser())).toEqual(refused);
    expect(await authenticateDevice(test.ctx, credential)).toEqual(refused);
    expect(await renewDevice(test.admin, registered.device.deviceId)).toEqual(refused);
  });

  it("ends the device's previous registration", async () => {
    const issued = await issueTestDevice(test);
    const first = await registerTestDevice(test, issued);
    const renewed = await renewDevice(test.admin, issued.device.deviceId);
    expect((await authenticateDevice(test.ctx, first)).ok).toBe(true);
    if (renewed.ok) await registerTestDevice(test, renewed);
    expect(await authenticateDevice(test.ctx, first)).toEqual({ ok: false, reason: "device-required" });
  });
});

describe("a lost answer", () => {
  it("is returned again to the same call: the same credential, and the code stays used for everyone else", async () => {
    const issued = await issueTestDevice(test);
    const browser = freshBrowser();
    const first = await registerDevice(test.ctx, createInput(issued), browser);
    expect(await registerDevice(test.ctx, createInput(issued), browser)).toEqual(first);
    expect(await outcomeOf(registerDevice(test.ctx, createInput(issued), freshBrowser()))).toBe("device-code-used");
    expect(await outcomeOf(registerDevice(test.ctx, createInput(issued), { ...browser, key: null }))).toBe(
      "device-code-used",
    );
  });

  it("isn't returned again once the device was revoked", async () => {
    const issued = await issueTestDevice(test);
    const browser = freshBrowser();
    await registerDevice(test.ctx, createInput(issued), browser);
    await revokeDevice(test.admin, issued.device.deviceId);
    expect(await outcomeOf(registerDevice(test.ctx, createInput(issued), browser))).toBe("device-revoked");
  });
});

describe("a device without all of its details", () => {
  it("can view but not sell, until it adds them with its credential, without a code", async () => {
    const issued = await issueTestDevice(test);
    const partly = createInput(issued, { name: undefined, printer: "" } as object);
    const answer = await registerDevice(test.ctx, partly, freshBrowser());
    const credential = answer.ok ? answer.credential : "";
    expect(answer).toMatchObject({ allocation: { deviceDetails: { name: "", operator: "Rosalie", printer: "" } } });
    expect((await asDevice(test, credential)).actor).toMatchObject({ maySell: false });
    const rest = createInput(issued, {
      code: undefined,
      name: "Gate 3",
      operator: undefined,
      printer: "80mm",
    } as object);
    const completed = await registerDevice(test.ctx, rest, freshBrowser({ credential }));
    expect(completed).toMatchObject({
      credential,
      allocation: { deviceDetails: { name: "Gate 3", operator: "Rosalie", printer: "80mm" } },
    });
    expect((await asDevice(test, credential)).actor).toMatchObject({ maySell: true });
  });

  it("can't add the details of another one", async () => {
    const own = await registerTestDevice(test, await issueTestDevice(test));
    const other = await issueTestDevice(test);
    await registerTestDevice(test, other);
    const input = createInput(other, { code: undefined, operator: "Somebody else" } as object);
    expect(await outcomeOf(registerDevice(test.ctx, input, freshBrowser({ credential: own })))).toBe(
      "device-not-found",
    );
    expect(await findDevice(test.ctx.db, other.device.deviceId)).toMatchObject({ operator: "Rosalie" });
  });
});

describe("wrong codes", () => {
  it("are counted by IP address, and the right one is still accepted from there", async () => {
    const issued = await issueTestDevice(test);
    const wrong = createInput(issued, { code: "Z".repeat(26) });
    const from = (ipAddress: string) => freshBrowser({ ipAddress });
    for (let index = 0; index < callRules["device-codes"].points; index += 1) {
      expect(await outcomeOf(registerDevice(test.ctx, wrong, from("10.0.0.9")))).toBe("device-code-wrong");
    }
    expect(await outcomeOf(registerDevice(test.ctx, wrong, from("10.0.0.9")))).toBe("too-many-codes");
    expect(await outcomeOf(registerDevice(test.ctx, wrong, from("10.0.0.10")))).toBe("device-code-wrong");
    expect(await outcomeOf(registerDevice(test.ctx, createInput(issued), from("10.0.0.9")))).toBe("registered");
  });
});

describe("many browsers using one code at once", () => {
  const race = async (at: TestContext) => {
    const issued = await issueTestDevice(at);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(registerDevice(at.ctx, createInput(issued), freshBrowser()))),
    );
    return outcomes.filter((outcome) => outcome === "registered").length;
  };

  it("register one of them as the device", async () => {
    expect(await race(test)).toBe(1);
  });

  it("register several of them if a used code isn't recognized as used", async () => {
    const broken = await openTestContext();
    for (const statement of sabotage.codeOnce) await queryRows(broken.ctx.db, sql.raw(statement));
    const winners = await race(broken);
    await broken.close();
    expect(winners).toBeGreaterThan(1);
  });
});
