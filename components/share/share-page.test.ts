// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { sharePage, watchShares } from "./share-page";

const writeText = vi.fn(async (_text: string) => undefined);

function give(share: ((data: ShareData) => Promise<void>) | undefined): void {
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
}

beforeAll(() => watchShares());

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset();
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  give(undefined);
  document.body.innerHTML = '<a href="/a/poster" data-share="Link copied"><i></i><span>Share this draw</span></a>';
});

afterEach(() => {
  vi.useRealTimers();
});

const url = () => `${location.origin}/a`;

describe("sharing a page", () => {
  it("uses the device's share sheet, with an absolute URL", async () => {
    const share = vi.fn(async () => undefined);
    give(share);
    expect(await sharePage("/a", "Arena")).toBe("shared");
    expect(share).toHaveBeenCalledWith({ title: "Arena", url: url() });
    expect(writeText).not.toHaveBeenCalled();
  });

  it("copies nothing if the person closes the sheet, and the URL if it fails", async () => {
    give(() => Promise.reject(new DOMException("closed", "AbortError")));
    expect(await sharePage("/a", "Arena")).toBe("closed");
    expect(writeText).not.toHaveBeenCalled();
    give(() => Promise.reject(new DOMException("not here", "NotAllowedError")));
    expect(await sharePage("/a", "Arena")).toBe("copied");
    expect(writeText).toHaveBeenCalledWith(url());
  });
});

describe("a share link", () => {
  function clickLink(init: MouseEventInit = {}): boolean {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    document.querySelector("span")?.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it("copies the draw's URL, says so, and then shows its label again", async () => {
    expect(clickLink()).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(writeText).toHaveBeenCalledWith(url());
    expect(document.body.textContent).toBe("Link copied");
    await vi.advanceTimersByTimeAsync(3001);
    expect(document.body.textContent).toBe("Share this draw");
  });

  it("is a normal link for opening in another tab", () => {
    expect(clickLink({ ctrlKey: true })).toBe(false);
    expect(writeText).not.toHaveBeenCalled();
  });
});
