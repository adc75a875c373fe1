// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saleSessions } from "@/components/terminal/sale/sale-session";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { NotificationsProvider } from "@/components/terminal/shell/notifications";
import { Queries } from "@/components/ui/queries";
import type { AllocationIds } from "@/lib/terminal/device/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { DeviceProvider } from "./device-provider";
import { Registration } from "./registration";

const messages = { en: english, fr: french };
const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate-3" };
const details = { name: "Gate 3", operator: "Rosalie", printer: "browser", active: true, allocated: true };
const code = "7ZZZZZZZZZ0123456789ABCDEF";
const stored = () => ({ ...window.localStorage, ...window.sessionStorage });
let server: FakeNetwork;

function failure(statusMessage: string) {
  return { status: 500, body: { statusCode: 500, statusMessage, reason: "internal-error", requestId: "r" } };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.location.hash = "";
  server = fakeNetwork();
  server.answer("/api/terminal/allocation", () => ({ body: { allocation: { ...ids, deviceDetails: details } } }));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(0));
  await act(async () => vi.advanceTimersByTimeAsync(0));
}

async function show(content: ReactNode, language: "en" | "fr" = "en"): Promise<void> {
  render(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Queries>
        <ConnectionProvider>
          <DeviceProvider>
            <NotificationsProvider>{content}</NotificationsProvider>
          </DeviceProvider>
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
  await pass();
}

function open(link: AllocationIds, language: "en" | "fr" = "en"): Promise<void> {
  return show(<Registration link={link} />, language);
}

async function clickButton(name: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name }));
  await pass();
}

describe("a registered tablet", () => {
  it("isn't told how to register", async () => {
    await open(ids);
    expect(screen.queryByText(english.registration.intro)).toBeNull();
    cleanup();
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    window.localStorage.clear();
    await open(ids);
    expect(screen.getByText(english.registration.intro)).toBeTruthy();
  });

  it("stores nothing of a link for another registration", async () => {
    window.location.hash = `#code=${code}`;
    await open({ ...ids, deviceId: "4XYZ4XYZ4X" });
    expect(screen.getByText(english.registration.states.other)).toBeTruthy();
    expect(JSON.stringify(stored())).not.toContain(code);
  });

  it.each(["en", "fr"] as const)(
    "is cleared completely, and says so on the terminal's home page, in %s",
    async (language) => {
      const { registration } = messages[language];
      const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
      saleSessions.change("demo5050", { orderId: "0123456789ABCDEFGHJKMNPQRS" });
      server.answer("/api/terminal/delete-allocation", () => ({ body: { success: true } }));
      await open(ids, language);
      await clickButton(registration.delete.open);
      await clickButton(registration.delete.confirm);
      expect(assign).toHaveBeenCalledExactlyOnceWith(language === "en" ? "/terminal" : "/fr/terminal");
      cleanup();
      await show(null, language);
      expect(screen.getByRole("status").textContent).toContain(registration.notifications.deleted);
      cleanup();
      server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
      await show(null, language);
      expect(screen.getByRole("status").textContent).toBe("");
    },
  );
});

describe("the end of a registration", () => {
  const { delete: end, notifications } = english.registration;
  const under = (title: string) => screen.getByText(title).nextElementSibling?.textContent;

  it.each<[string, string, () => { status?: number; body: unknown }]>([
    ["the server's", "The server's own words.", () => failure("The server's own words.")],
    [
      "ours, without an answer",
      notifications.unreachable,
      () => Promise.reject(new TypeError("Failed to fetch")) as never,
    ],
    ["the fallback's", notifications.deletionFailed, () => failure("")],
    ["the server's, with 200", "Later.", () => ({ body: { success: false, message: "Later." } })],
    ["the fallback's, with 200", notifications.deletionFailed, () => ({ body: { success: false } })],
  ])("that fails is reported in %s and clears nothing: %s", async (_whose, said, answer) => {
    server.answer("/api/terminal/delete-allocation", answer);
    await open(ids);
    const before = stored();
    await clickButton(end.open);
    await clickButton(end.confirm);
    expect(under(notifications.deleteFailed)).toBe(said);
    expect(stored()).toEqual(before);
    expect(before).toHaveProperty(["5050ng-deviceId"]);
  });

  it.each(["deviceId", "parentId"])("isn't requested with only %s", async (known) => {
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    window.localStorage.setItem(`5050ng-${known}`, "kept");
    await open({ deviceId: null, parentId: null, locationId: null });
    await clickButton(end.open);
    await clickButton(end.confirm);
    expect(under(notifications.deleteImpossible)).toBe(notifications.idsRequired);
    expect(server.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  });
});

describe("a refused code", () => {
  it.each(["en", "fr"] as const)("is reported at its field, which has the focus, in %s", async (language) => {
    const { registration, reasons } = messages[language];
    window.location.hash = `#code=${code}`;
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    server.answer("/api/terminal/register-device", () => refusal("device-code-expired", 409));
    await open(ids, language);
    await clickButton(registration.submit);
    const field = screen.getByLabelText(registration.code);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const told = document.getElementById("registration-code-error")?.textContent;
    if (language === "fr") expect(told).toBe(reasons["device-code-expired"]);
    else expect(told).toBeTruthy();
  });
});
