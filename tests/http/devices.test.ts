import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ListedDraw } from "@/lib/activity/list-draws";
import type { AdminDevice } from "@/lib/terminal/device/rules.registration";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import {
  callRegister,
  createRegistration,
  deviceCalls,
  issueDevice,
  readDeviceCookies,
  registerDevice,
  withdrawDevice,
} from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ id: "own-draw", parentId: "own-parent" }));
  await importDraw(server, drawWith({ id: "foreign-draw", parentId: "foreign-parent" }));
});

afterAll(() => server.stop());

const refused = (status: number, reason: string) => ({ status, body: { statusCode: status, reason } });

function remove({ call, deviceId, parentId }: RegisteredDevice) {
  return call<{ success: boolean; message: string }>("POST", "/api/terminal/delete-allocation", { deviceId, parentId });
}

describe("registering", () => {
  it("returns success and a message, with a secret cookie and three that give no access", async () => {
    const issued = await issueDevice(server, { parentId: "own-parent" });
    const { deviceId } = issued.device;
    const answer = await callRegister(server, createRegistration(issued));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: "Device Registered Successfully",
      allocation: {
        deviceId,
        parentId: "own-parent",
        locationId: "gate-3",
        deviceDetails: { name: "Gate 3", operator: "Rosalie", printer: "browser", active: true, allocated: true },
      },
    });
    const days = "Max-Age=34560000";
    const cookies = answer.headers.getSetCookie().filter((line) => !line.includes("tirage-client"));
    expect(cookies[0]).toMatch(new RegExp(`^tirage-device=[\\w-]{43}; Path=/; ${days}; HttpOnly; SameSite=Strict$`));
    expect(cookies.slice(1)).toEqual([
      `5050ng-deviceId=${deviceId}; Path=/; ${days}; SameSite=Lax`,
      `5050ng-parentId=own-parent; Path=/; ${days}; SameSite=Lax`,
      `5050ng-locationId=gate-3; Path=/; ${days}; SameSite=Lax`,
    ]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const credential = readDeviceCookies(answer.headers)[0]?.value ?? "";
    expect(JSON.stringify(answer.body)).not.toContain(credential);
    expect(server.output()).not.toContain(issued.code);
  });

  it("on https names its cookies so that nobody else can set them", async () => {
    const secure = await startServer({ env: { CHECKOUT_HOST: "https://tickets.example.test" } });
    const { cookies, call } = await registerDevice(secure);
    const names = cookies.map(({ name }) => name);
    const plain = ["tirage-device", "5050ng-deviceId", "5050ng-parentId", "5050ng-locationId"];
    expect(names).toEqual(plain.map((name) => `__Host-${name}`));
    expect((await call("GET", "/api/terminal/allocation")).status).toBe(200);
    await secure.stop();
  });

  it.each([
    ["a device that nobody created", { deviceId: "0000000000" }, {}, 404, "device-not-found"],
    ["a foreign parent", { parentId: "foreign-parent" }, {}, 404, "device-not-found"],
    ["a foreign location", {}, { locationId: "gate-4" }, 404, "device-not-found"],
    ["a wrong code", {}, { code: "0".repeat(26) }, 403, "device-code-wrong"],
    ["no code and no credential", {}, { code: undefined }, 401, "device-required"],
  ])("is refused with %s", async (_what, ids, data, status, reason) => {
    const issued = await issueDevice(server);
    const body = createRegistration(issued);
    const changed = { ...body, ...ids, deviceData: { ...body.deviceData, ...data } };
    const answer = await callRegister(server, changed);
    expect(answer).toMatchObject(refused(status, reason));
    expect(answer.body.statusMessage).toMatch(/\w+\.$/);
    expect(readDeviceCookies(answer.headers)).toEqual([]);
    expect((await callRegister(server, body)).status).toBe(200);
  });

  it("is refused with a used code, except for the call whose answer was lost", async () => {
    const issued = await issueDevice(server);
    const key = "the-key-of-a-lost-call";
    const first = await callRegister(server, createRegistration(issued), { key });
    const again = await callRegister(server, createRegistration(issued), { key });
    expect(again.body).toMatchObject({ success: true });
    expect(readDeviceCookies(again.headers)).toEqual(readDeviceCookies(first.headers));
    expect(await callRegister(server, createRegistration(issued))).toMatchObject(refused(409, "device-code-used"));
  });

  it("is refused from a foreign page", async () => {
    const { cookie, deviceId, parentId } = await registerDevice(server);
    const body = { deviceId, parentId };
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example", cookie },
      { "sec-fetch-site": "cross-site", cookie },
      { cookie },
    ];
    for (const headers of foreign) {
      for (const path of ["register-device", "delete-allocation"]) {
        const answer = await createBuyer(server).call("POST", `/api/terminal/${path}`, body, headers);
        expect(answer).toMatchObject(refused(403, "foreign-origin"));
      }
    }
  });

  it("with partial details makes a device view-only, and its credential completes it without a code", async () => {
    const { allocation, call, deviceId, parentId, locationId } = await registerDevice(server, { operator: "" });
    expect(allocation.deviceDetails).toMatchObject({ operator: "", allocated: true });
    expect((await call("GET", "/api/terminal/draws")).status).toBe(200);
    const body = { deviceId, parentId, deviceData: { locationId, operator: "Émile" } };
    const completed = await call("POST", "/api/terminal/register-device", body);
    const deviceDetails = { name: "Gate 3", operator: "Émile", printer: "browser" };
    expect(completed).toMatchObject({ status: 200, body: { allocation: { deviceDetails } } });
  });
});

async function winnersAt(at: Server): Promise<number> {
  const issued = await issueDevice(at);
  const calls = Array.from({ length: 10 }, () => callRegister(at, createRegistration(issued)));
  const answers = await Promise.all(calls);
  const credentials = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => readDeviceCookies(headers)[0]);
  return credentials.length;
}

describe("ten browsers using one code at once", () => {
  it("make one device", async () => {
    expect(await winnersAt(server)).toBe(1);
  });

  it.runIf(isFullRun)("make several if a used code isn't recognized as used", async () => {
    const broken = await startServerWithout(sabotage.codeOnce);
    const winners = await winnersAt(broken);
    await broken.stop();
    expect(winners).toBeGreaterThan(1);
  });
});

describe("a device", () => {
  it("sees only its own allocation and the draws of its parent", async () => {
    const device = await registerDevice(server, { parentId: "own-parent" });
    const read = await device.call<{ allocation: unknown }>("GET", "/api/terminal/allocation");
    expect(read.body.allocation).toEqual(device.allocation);
    expect(readDeviceCookies(read.headers)).toEqual(device.cookies);
    const { body } = await device.call<{ draws: ListedDraw[] }>("GET", "/api/terminal/draws");
    expect(body.draws.map(({ draw }) => draw.id)).toEqual(["own-draw"]);
  });

  it.each([
    ["nothing", () => ""],
    ["its ids alone", ({ cookies }: RegisteredDevice) => cookies.slice(1)],
    [
      "a made-up credential",
      ({ cookies }: RegisteredDevice) => [{ name: "tirage-device", value: "A".repeat(43) }, ...cookies.slice(1)],
    ],
  ])("with %s is not recognized", async (_what, pick) => {
    const device = await registerDevice(server);
    const picked = pick(device);
    const cookie = typeof picked === "string" ? picked : picked.map(({ name, value }) => `${name}=${value}`).join("; ");
    const call = deviceCalls(server, cookie);
    const { deviceId, parentId, locationId } = device;
    const answers = [
      await call("GET", "/api/terminal/allocation"),
      await call("GET", "/api/terminal/draws"),
      await call("POST", "/api/terminal/delete-allocation", { deviceId, parentId }),
      await call("POST", "/api/terminal/register-device", {
        deviceId,
        parentId,
        deviceData: { locationId, name: "x" },
      }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refused(401, "device-required"));
  });

  it("that deletes its allocation is locked out, and its cookies end", async () => {
    const device = await registerDevice(server);
    const deleted = await remove(device);
    expect(deleted).toMatchObject({ status: 200, body: { success: true, message: "Allocation Deleted Successfully" } });
    const ended = deleted.headers.getSetCookie().filter((line) => line.includes("Max-Age=0"));
    expect(ended.map((line) => line.split("=")[0])).toEqual(device.cookies.map(({ name }) => name));
    expect(await device.call("GET", "/api/terminal/draws")).toMatchObject(refused(401, "device-required"));
    expect(await remove(device)).toMatchObject(refused(401, "device-required"));
  });

  it("cannot delete another device's allocation", async () => {
    const [own, other] = [await registerDevice(server), await registerDevice(server)];
    expect(await remove({ ...other, call: own.call })).toMatchObject(refused(404, "device-not-found"));
    expect((await other.call("GET", "/api/terminal/draws")).status).toBe(200);
  });

  it("that an admin revokes learns it with its next call, and can only clear itself", async () => {
    const device = await registerDevice(server);
    expect(await withdrawDevice(server, device.deviceId)).toMatchObject({ state: "revoked" });
    expect(await device.call("GET", "/api/terminal/draws")).toMatchObject(refused(403, "device-revoked"));
    const renewed = await adminCall(server, "POST", `/api/admin/devices/${device.deviceId}/renew`);
    expect(renewed).toMatchObject(refused(403, "device-revoked"));
    expect((await remove(device)).status).toBe(200);
  });
});

function linkIn(text: string): URL {
  const [link] = /^http\S+$/m.exec(text) ?? [];
  return new URL(link ?? "nothing");
}

function registerBy(link: URL) {
  const [deviceId, parentId, locationId] = ["deviceId", "parentId", "locationId"].map((name) =>
    link.searchParams.get(name),
  );
  const code = link.hash.replace("#code=", "");
  return callRegister(server, { deviceId, parentId, deviceData: { locationId, code, name: "Booth" } });
}

describe("npm run device", () => {
  it("creates with a link and a QR code, lists, renews, changes, and revokes", async () => {
    const create = ["create", "--parent", "booth-parent", "--location", "lobby", "--name", "Lobby booth"];
    const created = await runAdmin("device", server, create);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    expect(created.stdout).toMatch(/[▀▄█]{10}/);
    const link = linkIn(created.stdout);
    expect(link.searchParams.get("name")).toBe("Lobby booth");
    expect(link.origin + link.pathname).toBe(`${server.url}/terminal/register`);
    const listed = async () => (await runAdmin("device", server, ["list", "--parent", "booth-parent"])).stdout;
    expect(await listed()).toMatch(/Lobby booth +booth-parent +lobby +not registered, link valid until/);
    expect((await registerBy(link)).status).toBe(200);
    expect(await listed()).toMatch(/Booth +booth-parent +lobby +registered, can't sell yet: no operator, no printer/);
    expect(await listed()).not.toContain("Lobby booth");

    const deviceId = link.searchParams.get("deviceId") ?? "";
    const renewed = await runAdmin("device", server, ["renew", deviceId]);
    expect(await registerBy(link)).toMatchObject(refused(403, "device-code-wrong"));
    expect((await registerBy(linkIn(renewed.stdout))).status).toBe(200);

    expect(await listed()).toContain("own orders");
    const set = (choice: string) => runAdmin("device", server, ["set", deviceId, "--lists-others", choice]);
    expect((await set("on")).stdout).toContain("lists orders of every tablet and of the web now");
    expect(await listed()).toContain("all orders");
    expect((await set("maybe")).stderr).toContain("Usage: npm run device");

    expect((await runAdmin("device", server, ["revoke", deviceId])).stdout).toContain("Revoked Booth");
    expect((await set("off")).stderr).toContain("device-revoked");
    expect(await listed()).toMatch(/revoked \d{4}-\d\d-\d\d/);
    const late = await runAdmin("device", server, ["renew", deviceId]);
    expect(late).toMatchObject({ code: 1, stdout: "" });
    expect(late.stderr).toContain("device-revoked");

    const history = (await runAdmin("device", server, ["history", "booth-parent"])).stdout.trim().split("\n");
    expect(history.map((line) => line.replace(/^\S+Z {2}/, ""))).toEqual([
      `admin Zoé  device-created: label Lobby booth, device ${deviceId}, location lobby`,
      `device Booth  device-registered: name Booth, device ${deviceId}, printer -, operator -`,
      `admin Zoé  device-renewed: device ${deviceId}`,
      `device Booth  device-registered: name Booth, device ${deviceId}, printer -, operator -`,
      `admin Zoé  device-changed: device ${deviceId}, listsOthers true`,
      `admin Zoé  device-revoked: device ${deviceId}`,
    ]);
  });

  it("explains itself, and why the server refused", async () => {
    expect((await runAdmin("device", server, ["create"])).stderr).toContain("Usage: npm run device");
    const wrong = ["create", "--parent", "no spaces please", "--location", "x", "--name", "x"];
    expect((await runAdmin("device", server, wrong)).stderr).toContain("parentId is malformed");
    expect((await runAdmin("device", { ...server, adminKey: "wrong" }, ["list"])).stderr).toContain("admin-key-wrong");
    expect((await runAdmin("device", server, ["revoke", "0000000000"])).stderr).toContain("device-not-found");
  });

  it("never shows a code or a credential again", async () => {
    const { body } = await adminCall<{ devices: AdminDevice[] }>(server, "GET", "/api/admin/devices");
    expect(body.devices.length).toBeGreaterThan(5);
    expect(JSON.stringify(body)).not.toMatch(/hash|code"|credential/i);
  });
});
