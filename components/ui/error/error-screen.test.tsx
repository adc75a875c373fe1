// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { languageParameter } from "@/lib/platform/i18n/routing";
import { ErrorScreen, ErrorScreenTexts } from "./error-screen";

const texts = {
  homeUrl: "https://main.example.test",
  homeLabel: "Tirage: all draws",
  languageLabel: "Language",
  other: "fr" as const,
  otherName: "Français",
  heading: "Heading",
  goHome: "Home",
  notFound: "Not found",
  failed: "Failed",
  listUrl: "/",
  seeDraws: "See all draws",
  tryAgain: "Again",
  noScript: "Scripts, please.",
};
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";
const clearError = vi.fn();
let assign: ReturnType<typeof vi.fn>;

beforeEach(() => {
  clearError.mockReset();
  assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined) as never;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(userAgent: string, message?: string): HTMLElement {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  const said = message ? { message } : {};
  const { container } = render(
    <ErrorScreenTexts texts={texts}>
      <ErrorScreen statusCode={404} clearError={clearError} {...said} />
    </ErrorScreenTexts>,
  );
  return container;
}

describe("the error screen", () => {
  it.each([
    [undefined, "Not found"],
    ["Page Not Found: /x", "Page Not Found: /x"],
  ])("shows the status code, the heading and the message: %s", async (message, shown) => {
    open(browser, message);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Heading");
    expect(screen.getByText("404")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe(shown);
  });

  it("says once that a page isn't there, and links to the list of draws", async () => {
    render(
      <ErrorScreenTexts texts={{ ...texts, notFound: "heading" }}>
        <ErrorScreen statusCode={404} />
      </ErrorScreenTexts>,
    );
    expect((await screen.findByRole("link", { name: "See all draws" })).getAttribute("href")).toBe("/");
    expect(screen.getByRole("alert").className).toBe("sr-only");
  });

  it("clears the error and goes to the main site", async () => {
    open(browser);
    fireEvent.click(await screen.findByRole("button", { name: "Home" }));
    expect(clearError).toHaveBeenCalledOnce();
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://main.example.test");
  });

  it("has the ways out that a page has on top: home, and the other language", async () => {
    open(browser);
    const home = await screen.findByRole("link", { name: "Tirage: all draws" });
    expect(home.getAttribute("href")).toBe("https://main.example.test");
    const language = within(screen.getByRole("navigation", { name: "Language" })).getByRole("link", {
      name: "Français",
    });
    expect([language.getAttribute("href"), language.lang]).toEqual([`?${languageParameter}=fr`, "fr-FR"]);
  });

  it("isn't shown to a bot", async () => {
    const container = open("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)");
    await vi.dynamicImportSettled();
    expect(container.textContent).toBe("");
  });
});
