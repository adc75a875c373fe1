// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { NotificationsProvider } from "@/components/terminal/shell/notifications";
import { notificationTimeoutMs } from "@/components/terminal/shell/use-notifications";
import { Queries } from "@/components/ui/queries";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { DeviceProvider } from "./device-provider";
import { Registration } from "./registration";

const messages = { en: english, fr: french };
const link = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate-3" };
let routes: Record<string, () => Response>;

function refusal(reason: string, status: number, statusMessage = reason): Response {
  return Response.json({ reason, statusMessage, requestId: "r" }, { status });
}

function lost(): Response {
  throw new TypeError("Failed to fetch");
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
  routes = {
    "/api/ready": () => Response.json({ ready: true }),
    "/api/terminal/allocation": () => refusal("device-required", 401),
    "/api/terminal/register-device": () => refusal("device-code-used", 409, messages.en.reasons["device-code-used"]),
  };
  vi.stubGlobal("fetch", async (path: string) => routes[path]?.() ?? lost());
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.location.hash = "#code=7ZZZZZZZZZ0123456789ABCDEF";
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
}

/** Types no name if `name` is null. */
async function openLink(language: "en" | "fr", name: string | null = "Gate 4"): Promise<void> {
  render(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Queries>
        <ConnectionProvider>
          <DeviceProvider>
            <NotificationsProvider>
              <Registration link={link} linkName="Gate 3" />
            </NotificationsProvider>
          </DeviceProvider>
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
  await pass(0);
  if (name !== null) fireEvent.change(nameField(language), { target: { value: name } });
}

function nameField(language: "en" | "fr"): HTMLInputElement {
  return screen.getByLabelText(messages[language].registration.name);
}

describe.each(["en", "fr"] as const)("a registration in %s", (language) => {
  const { registration, reasons } = messages[language];

  it("keeps the reason for a refusal beside the form after the notification is gone, in the reader's language", async () => {
    await openLink(language);
    fireEvent.click(screen.getByRole("button", { name: registration.submit }));
    await pass(0);
    expect(screen.queryByText(registration.notifications.registerFailed)).not.toBeNull();
    await pass(notificationTimeoutMs);
    expect(screen.queryByText(registration.notifications.registerFailed)).toBeNull();
    expect(screen.getAllByText(reasons["device-code-used"])).toHaveLength(1);
    expect(screen.getByLabelText(registration.code)).toBeTruthy();
    expect(nameField(language).value).toBe("Gate 4");
  });

  it("keeps what was typed while the server goes down and parts of it come back", async () => {
    await openLink(language);
    const [answers, knows] = [routes["/api/ready"] as () => Response, routes["/api/terminal/allocation"]];
    routes["/api/ready"] = lost;
    await pass(6000);
    // The server answers before its database does.
    routes["/api/ready"] = answers;
    routes["/api/terminal/allocation"] = () => refusal("service-unavailable", 503);
    await pass(3000);
    expect(nameField(language).value).toBe("Gate 4");
    routes["/api/terminal/allocation"] = knows as () => Response;
    await pass(6000);
    expect(nameField(language).value).toBe("Gate 4");
  });
});

describe("the name of a tablet", () => {
  it("starts as the link names it, and can be changed", async () => {
    const sent: { deviceData: { name: string } }[] = [];
    vi.stubGlobal("fetch", async (path: string, { body }: RequestInit = {}) => {
      if (path === "/api/terminal/register-device") sent.push(JSON.parse(String(body)));
      return routes[path]?.() ?? lost();
    });
    await openLink("en", null);
    expect(nameField("en").value).toBe("Gate 3");
    fireEvent.click(screen.getByRole("button", { name: messages.en.registration.submit }));
    await pass(0);
    fireEvent.change(nameField("en"), { target: { value: "Gate 4" } });
    expect(sent.map(({ deviceData }) => deviceData.name)).toEqual(["Gate 3"]);
    expect(nameField("en").value).toBe("Gate 4");
  });
});

describe("a registration", () => {
  const { notifications, submit } = messages.en.registration;

  it.each([
    ["the server's", () => refusal("device-code-used", 409, "The server's own words."), "The server's own words."],
    ["our own, without an answer", lost, notifications.unreachable],
    ["our own, for what nobody can read", () => new Response("<html>", { status: 502 }), notifications.unreachable],
    ["the server's, with a status of success", () => Response.json({ success: false, message: "Later." }), "Later."],
    ["those for what nobody knows, with one", () => Response.json({ success: false }), notifications.unknown],
    ["those for what nobody knows", () => refusal("device-code-used", 409, ""), notifications.unknown],
  ])(
    "shows the server's message, or ours where nothing was said, or says that nobody knows: %s",
    async (_of, answer, said) => {
      routes["/api/terminal/register-device"] = answer;
      await openLink("en");
      fireEvent.click(screen.getByRole("button", { name: submit }));
      await pass(0);
      expect(screen.getByText(notifications.registerFailed)).toBeTruthy();
      expect(screen.getAllByText(said).length).toBeGreaterThan(0);
    },
  );

  it("says at the form that it failed if the server has no message for it", async () => {
    routes["/api/terminal/register-device"] = () => refusal("device-code-used", 409, "");
    await openLink("en");
    fireEvent.click(screen.getByRole("button", { name: submit }));
    await pass(0);
    expect(document.getElementById("registration-code-error")?.textContent).toBe(notifications.registrationFailed);
  });

  it("says that the server can't be reached if nothing is known yet", async () => {
    routes["/api/terminal/allocation"] = lost;
    render(
      <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
        <Queries>
          <DeviceProvider>
            <Registration link={link} />
          </DeviceProvider>
        </Queries>
      </NextIntlClientProvider>,
    );
    await pass(0);
    expect(screen.getByText(messages.en.registration.states.unreachable)).toBeTruthy();
  });
});
