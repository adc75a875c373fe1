// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Queries } from "@/components/ui/queries";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { ConnectionBanner, ConnectionProvider } from "./connection-provider";
import { useConnection } from "./use-connection";

const text = { en: english.terminal.connection, fr: french.terminal.connection };
let answers: () => Response;
let looks: number;

function lost(): Response {
  throw new TypeError("Failed to fetch");
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z") });
  looks = 0;
  answers = () => Response.json({ ready: true });
  vi.stubGlobal("fetch", async () => {
    looks += 1;
    return answers();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Seller() {
  const { isReachable, note } = useConnection();
  return (
    <>
      <button type="button" disabled={!isReachable}>
        sell
      </button>
      <button type="button" onClick={() => note({ ok: false, reason: "unreachable" })}>
        fail
      </button>
      <button type="button" onClick={() => note({ ok: false, reason: "service-unavailable" })}>
        be out of service
      </button>
      <button type="button" onClick={() => note({ ok: false, reason: "draw-closed" })}>
        refuse
      </button>
      <input aria-label="typed" />
    </>
  );
}

function show(language: "en" | "fr" = "en") {
  return render(
    <NextIntlClientProvider locale={language} messages={language === "en" ? english : french} timeZone="UTC">
      <Queries>
        <ConnectionProvider>
          <ConnectionBanner />
          <Seller />
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
}

async function pass(seconds: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(seconds * 1000));
}

const isStopped = () => screen.getByRole<HTMLButtonElement>("button", { name: "sell" }).disabled;

describe("the connection of a terminal", () => {
  it("stops selling within seconds, keeps what was typed, and resumes automatically", async () => {
    show("fr");
    const region = screen.getByRole("alert");
    fireEvent.change(screen.getByLabelText("typed"), { target: { value: "Marie" } });
    await pass(6);
    expect(isStopped()).toBe(false);
    answers = lost;
    await pass(6);
    expect(isStopped()).toBe(true);
    expect(region.textContent).toContain(text.fr.kept);
    answers = () => Response.json({ ready: true });
    await pass(3);
    expect(isStopped()).toBe(false);
    expect(region.textContent).toBe("");
    expect(screen.getByRole("status").textContent).toBe(text.fr.returned);
    expect(screen.getByLabelText<HTMLInputElement>("typed").value).toBe("Marie");
    await pass(10);
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("checks immediately after an unanswered call, and not after a refusal", async () => {
    show();
    answers = lost;
    fireEvent.click(screen.getByRole("button", { name: "refuse" }));
    await pass(0);
    expect([looks, isStopped()]).toEqual([0, false]);
    fireEvent.click(screen.getByRole("button", { name: "fail" }));
    await pass(0);
    expect([looks, isStopped()]).toEqual([1, true]);
  });

  it("checks again right after a check during which a call went unanswered, one at a time", async () => {
    const waiting: (() => void)[] = [];
    vi.stubGlobal("fetch", () => {
      looks += 1;
      return new Promise<Response>((resolve) => waiting.push(() => resolve(Response.json({ ready: true }))));
    });
    show();
    for (let call = 0; call < 3; call += 1) fireEvent.click(screen.getByRole("button", { name: "fail" }));
    await pass(0);
    expect(looks).toBe(1);
    waiting[0]?.();
    await pass(0.1);
    expect(looks).toBe(2);
    waiting[1]?.();
    await pass(4.8);
    expect(looks).toBe(2);
    await pass(0.3);
    expect(looks).toBe(3);
  });

  it("doesn't check while the page is hidden, but immediately when it is shown again", async () => {
    const hide = (state: "hidden" | "visible") => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    };
    show();
    hide("hidden");
    await pass(60);
    expect(looks).toBe(0);
    hide("visible");
    await pass(0);
    expect(looks).toBe(1);
  });

  it("checks immediately when the browser loses its network, and on a button", async () => {
    show();
    answers = lost;
    window.dispatchEvent(new Event("offline"));
    await pass(0);
    expect(isStopped()).toBe(true);
    answers = () => Response.json({ ready: true });
    fireEvent.click(screen.getByRole("button", { name: text.en.tryNow }));
    await pass(0);
    expect(isStopped()).toBe(false);
  });

  it("also stops selling if the server answers but its database doesn't", async () => {
    show();
    answers = () => Response.json({ reason: "service-unavailable" }, { status: 503 });
    fireEvent.click(screen.getByRole("button", { name: "be out of service" }));
    await pass(0);
    expect([looks, isStopped()]).toEqual([1, true]);
  });

  it("treats a proxy's error page as no answer", async () => {
    answers = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
    show();
    await pass(6);
    expect(isStopped()).toBe(true);
  });
});
