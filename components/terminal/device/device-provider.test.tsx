// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { Queries } from "@/components/ui/queries";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { DeviceProvider } from "./device-provider";
import { useDevice } from "./use-device";

const allocation = {
  deviceId: "D1",
  parentId: "demo-parent",
  locationId: "demo-gate",
  deviceDetails: { name: "Gate 3", operator: "Sam", printer: "browser", active: true, allocated: true },
};
let server: FakeNetwork;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  server = fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function KnownDevice() {
  const device = useDevice();
  return <output>{`${device.allocation?.deviceId ?? "none"} ${device.refusal ?? "fine"}`}</output>;
}

async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
}

async function show(): Promise<void> {
  render(
    <Queries>
      <ConnectionProvider>
        <DeviceProvider>
          <KnownDevice />
        </DeviceProvider>
      </ConnectionProvider>
    </Queries>,
  );
  await pass(0);
}

/** The server comes back, but its database is still unreachable when the device is read again. */
async function comeBackWithoutDatabase(): Promise<void> {
  server.answer("/api/ready", () => refusal("service-unavailable", 503));
  await pass(6000);
  server.answer("/api/ready", () => ({ body: { ready: true } }));
  server.answer("/api/terminal/allocation", () => refusal("service-unavailable", 503));
  await pass(3000);
}

const known = () => screen.getByRole("status").textContent;

describe("the known state of a device", () => {
  it("stays known as missing while the server has no database, so that a registration form stays", async () => {
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    await show();
    expect(known()).toBe("none device-required");
    await comeBackWithoutDatabase();
    expect(server.calls).toHaveLength(2);
    expect(known()).toBe("none device-required");
  });

  it("stays known as registered too, along with why the server couldn't be asked", async () => {
    server.answer("/api/terminal/allocation", () => ({ body: { allocation } }));
    await show();
    await comeBackWithoutDatabase();
    expect(known()).toBe("D1 service-unavailable");
    server.answer("/api/terminal/allocation", () => refusal("device-revoked", 401));
    server.answer("/api/ready", () => refusal("service-unavailable", 503));
    await pass(6000);
    server.answer("/api/ready", () => ({ body: { ready: true } }));
    await pass(3000);
    expect(known()).toBe("none device-revoked");
  });
});
