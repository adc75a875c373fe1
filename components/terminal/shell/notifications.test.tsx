// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import messages from "@/messages/en.json";

import { NotificationsProvider } from "./notifications";
import type { Notifications } from "./use-notifications";
import { notificationTimeoutMs, useNotifications } from "./use-notifications";

let page: Notifications;

function Probe() {
  page = useNotifications();
  return null;
}

const told = { description: "It went well.", color: "positive", icon: "check" } as const;

function tell(title: string): number {
  let id = 0;
  act(() => {
    id = page.add({ title, ...told });
  });
  return id;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
  render(
    <NextIntlClientProvider locale="en" messages={{ notifications: messages.notifications }}>
      <NotificationsProvider>
        <Probe />
      </NotificationsProvider>
    </NextIntlClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a notification", () => {
  it("has the time as its id, is announced, and disappears after five seconds", () => {
    expect(tell("Done")).toBe(Date.now());
    expect(page.notifications).toEqual([{ id: Date.now(), title: "Done", ...told }]);
    expect(screen.getByRole("status").textContent).toContain("DoneIt went well.");
    act(() => vi.advanceTimersByTime(notificationTimeoutMs - 1));
    expect(screen.queryByText("Done")).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText("Done")).toBeNull();
  });

  it("is a separate one in the same millisecond, and can be changed, removed and cleared by its id", () => {
    const [first, second] = [tell("First"), tell("Second")];
    expect(second).toBeGreaterThan(first);
    act(() => page.update(second, { title: "Changed" }));
    expect(page.notifications.map(({ title }) => title)).toEqual(["First", "Changed"]);
    act(() => page.remove(first));
    expect(page.notifications.map(({ title }) => title)).toEqual(["Changed"]);
    tell("Third");
    act(() => page.clear());
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("stays while someone reads it, and can be dismissed", () => {
    tell("Slow reader");
    fireEvent.pointerEnter(screen.getByRole("listitem"));
    act(() => vi.advanceTimersByTime(notificationTimeoutMs * 2));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(page.notifications).toEqual([]);
  });
});
