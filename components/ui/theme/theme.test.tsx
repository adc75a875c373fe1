// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ThemeChoice } from "./theme-choice";
import { ForcedTheme, ThemeSync } from "./theme-sync";

const labels = { system: "System", light: "Light", dark: "Dark" };

function deviceIs(mode: "light" | "dark"): void {
  vi.stubGlobal("matchMedia", () => ({
    matches: mode === "dark",
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
}

const rootMode = () => document.documentElement.className;

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
  deviceIs("light");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the colour mode", () => {
  it("follows the device until the visitor chooses, and the choice is stored", async () => {
    deviceIs("dark");
    render(
      <ThemeSync>
        <ThemeChoice legend="Mode" labels={labels} />
      </ThemeSync>,
    );
    await waitFor(() => expect(rootMode()).toBe("dark"));
    expect((screen.getByLabelText("System") as HTMLInputElement).checked).toBe(true);
    screen.getByLabelText("Light").click();
    await waitFor(() => expect([rootMode(), localStorage.getItem("theme")]).toEqual(["light", "light"]));
  });

  it("applies a choice immediately, before the code that stores it has loaded", async () => {
    deviceIs("dark");
    render(
      <ThemeSync>
        <ThemeChoice legend="Mode" labels={labels} />
      </ThemeSync>,
    );
    screen.getByLabelText("Light").click();
    expect([rootMode(), localStorage.getItem("theme")]).toEqual(["light", "light"]);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([rootMode(), localStorage.getItem("theme")]).toEqual(["light", "light"]);
  });

  it("is forced by the page, whatever was chosen, and the visitor's again on other pages", async () => {
    localStorage.setItem("theme", "light");
    const { rerender } = render(
      <ThemeSync>
        <ForcedTheme theme="dark" />
      </ThemeSync>,
    );
    await waitFor(() => expect(rootMode()).toBe("dark"));
    expect(localStorage.getItem("theme")).toBe("light");
    rerender(<ThemeSync>{null}</ThemeSync>);
    await waitFor(() => expect(rootMode()).toBe("light"));
  });

  it("can't be forced to follow the system: that is rejected with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    localStorage.setItem("theme", "dark");
    render(
      <ThemeSync>
        <ForcedTheme theme="system" />
      </ThemeSync>,
    );
    expect(warn).toHaveBeenCalledWith("The colour mode 'system' cannot be forced.");
    await waitFor(() => expect(rootMode()).toBe("dark"));
  });

  it("keeps a choice made before the code that stores it had loaded, and then follows other tabs", async () => {
    const listens = vi.spyOn(window, "addEventListener");
    render(
      <ThemeSync>
        <ThemeChoice legend="Mode" labels={labels} />
      </ThemeSync>,
    );
    screen.getByLabelText("Dark").click();
    await waitFor(() => expect((screen.getByLabelText("Dark") as HTMLInputElement).checked).toBe(true));
    await waitFor(() => expect([rootMode(), localStorage.getItem("theme")]).toEqual(["dark", "dark"]));
    // The listener for other tabs is added a moment after the choice is stored.
    await waitFor(() => expect(listens).toHaveBeenCalledWith("storage", expect.anything()));
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "light" }));
    await waitFor(() => expect(rootMode()).toBe("light"));
    expect((screen.getByLabelText("Light") as HTMLInputElement).checked).toBe(true);
  });
});
