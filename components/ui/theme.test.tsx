// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { useTheme } from "next-themes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ThemeChoice } from "./theme-choice";
import { ForcedTheme, ThemeKeeper } from "./theme-keeper";

const labels = { system: "System", light: "Light", dark: "Dark" };

function deviceIs(mode: "light" | "dark"): void {
  vi.stubGlobal("matchMedia", () => ({
    matches: mode === "dark",
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
}

const rootMode = () => document.documentElement.className;

function Resolved() {
  return <p>{useTheme().resolvedTheme}</p>;
}

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
  it("is the device's until the visitor chooses, and the choice is kept", () => {
    deviceIs("dark");
    render(
      <ThemeKeeper>
        <ThemeChoice legend="Mode" labels={labels} />
      </ThemeKeeper>,
    );
    expect(rootMode()).toBe("dark");
    expect((screen.getByLabelText("System") as HTMLInputElement).checked).toBe(true);
    screen.getByLabelText("Light").click();
    expect([rootMode(), localStorage.getItem("theme")]).toEqual(["light", "light"]);
  });

  it("is the one that the page forces, whatever was chosen, and the visitor's again without it", () => {
    localStorage.setItem("theme", "light");
    const { rerender } = render(
      <ThemeKeeper>
        <ForcedTheme theme="dark" />
        <Resolved />
      </ThemeKeeper>,
    );
    expect(rootMode()).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("light");
    rerender(
      <ThemeKeeper>
        <Resolved />
      </ThemeKeeper>,
    );
    expect(rootMode()).toBe("light");
  });

  it("is not forced to follow the system: that is refused with a warning", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    localStorage.setItem("theme", "dark");
    render(
      <ThemeKeeper>
        <ForcedTheme theme="system" />
      </ThemeKeeper>,
    );
    expect(warn).toHaveBeenCalledWith("The colour mode 'system' cannot be forced.");
    expect(rootMode()).toBe("dark");
  });
});
