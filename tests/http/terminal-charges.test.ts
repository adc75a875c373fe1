import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice, withdrawDevice } from "@/tests/support/calls/device";
import { orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { actAt as act, placeAt as place } from "@/tests/support/calls/terminal-calls";
import { drawWith } from "@/tests/support/draws/draw";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

type Body = { order: TerminalOrder };
type Caller = Pick<RegisteredDevice, "call">;

const name = "Rosalie Tremblay";
let server: Server;
let gate: RegisteredDevice;

beforeAll(async () => {
  server = await shareServer();
  gate = await registerDevice(server, { parentId: "test-parent" });
});
afterAll(() => server.stop());

async function openDraw(): Promise<string> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(server, draw);
  return draw.id;
}

async function charge(
  device: Caller,
  { instanceId: drawId, orderId }: OrderView,
  { token, ...sent }: { token?: string; atTerminal?: boolean | undefined } = {},
) {
  const body = paymentBody({ drawId, orderId });
  const payment = { ...(body.payment as object), token: { code: token ?? (await tokenFor(server.sandboxUrl)), name } };
  const path = "/api/bambora/processPayment";
  return device.call<Body>("POST", path, { ...body, payment, atTerminal: true, ...sent });
}

async function historyOf({ instanceId, orderId }: OrderView): Promise<string[]> {
  const { body } = await gate.call<Body>("GET", `/api/terminal/orders/${instanceId}/${orderId}`);
  return body.order.history.map(({ action, actor, device, operator }) => `${action} ${actor} ${device} ${operator}`);
}

describe("a card at a terminal", () => {
  it("and an extension appear in the sealed history with device and operator; a phone's are the buyer's", async () => {
    const draw = await openDraw();
    const { buyer } = orderBody(draw);
    const [byTablet, byPhone] = [await place(gate, draw, { buyer }), await place(gate, draw, { buyer })];
    const { order } = byTablet.body;
    expect((await act(gate, order, "extend")).body.order).toMatchObject({ extensionsLeft: order.extensionsLeft - 1 });
    const token = await tokenFor(server.sandboxUrl);
    const [first, again] = [await charge(gate, order, { token }), await charge(gate, order, { token })];
    expect([first.status, again.status, again.body.order.status]).toEqual([200, 200, "finalized"]);
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
    expect(await historyOf(order)).toEqual([
      "placed device Gate 3 Rosalie",
      "extended device Gate 3 Rosalie",
      "payment-sent device Gate 3 Rosalie",
      "payment-approved system null null",
    ]);
    const phone = createBuyer(server);
    const { orderId } = byPhone.body.order;
    expect((await phone.call("POST", `/api/orders/${draw}/${orderId}/extend`, {})).status).toBe(200);
    expect((await charge(phone, byPhone.body.order, { atTerminal: undefined })).status).toBe(200);
    expect((await historyOf(byPhone.body.order)).slice(1, 3)).toEqual([
      "extended buyer null null",
      "payment-sent buyer null null",
    ]);
    const report = () => adminCall<InvariantReport>(server, "GET", `/api/admin/invariants?instanceId=${draw}`);
    // Entries are sealed after ten seconds, by a job every five.
    await expect.poll(async () => (await report()).body.totals.sealed, { timeout: 60_000, interval: 1000 }).toBe(10);
    expect((await report()).body.violations).toEqual([]);
  });

  it("is refused to a revoked or partial device, to another parent's and without a device; nothing is charged", async () => {
    const { order } = (await place(gate, await openDraw(), { buyer: orderBody("any").buyer })).body;
    const withdrawn = await registerDevice(server, { parentId: "test-parent" });
    await withdrawDevice(server, withdrawn.deviceId);
    const other = await registerDevice(server, { parentId: "other-parent" });
    const partial = await registerDevice(server, { parentId: "test-parent", operator: "" });
    const nobody = createBuyer(server);
    const answers = [];
    for (const device of [withdrawn, partial, other, nobody]) {
      const [charged, extended] = [await charge(device, order), await act(device, order, "extend")];
      answers.push([charged.status, charged.body.reason, extended.body.reason]);
    }
    expect(answers).toEqual([
      [403, "device-revoked", "device-revoked"],
      [403, "device-incomplete", "device-incomplete"],
      [404, "order-not-found", "order-not-found"],
      [401, "device-required", "device-required"],
    ]);
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toEqual([]);
    expect(await historyOf(order)).toEqual(["placed device Gate 3 Rosalie"]);
    expect((await charge(gate, order, { atTerminal: false })).status).toBe(422);
  });
});
