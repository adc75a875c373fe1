import type { Page } from "playwright/test";

type KeyEvent = { type: "keyDown" | "keyUp"; key: string; text?: string; windowsVirtualKeyCode?: number };

/** Keys have timestamps `gapMs` apart, so that even a slow machine types like a scanner. */
export async function typeAtPace(page: Page, keys: readonly string[], gapMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const restore = await slowTimers(page);
  const begunAt = Math.max(Date.now(), lastAt + 1000);
  lastAt = begunAt + keys.length * gapMs;
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = (begunAt + index * gapMs) / 1000;
      return toKeyEvents(key).map((event) => session.send("Input.dispatchKeyEvent", { ...event, timestamp }));
    }),
  );
  await restore();
  await session.detach();
}

function toKeyEvents(key: string): KeyEvent[] {
  if (key.length === 1) {
    return [
      { type: "keyDown", key, text: key },
      { type: "keyUp", key },
    ];
  }
  const enter = { key, windowsVirtualKeyCode: 13 };
  return [
    { type: "keyDown", text: "\r", ...enter },
    { type: "keyUp", ...enter },
  ];
}

/** The timestamp of the last key's own event. */
let lastAt = 0;

/** Added to the page's timers while keys are sent, because a busy machine delivers keys late. */
const lateMs = 400;

async function slowTimers(page: Page): Promise<() => Promise<void>> {
  const own = await page.evaluateHandle((more) => {
    const { setTimeout } = window;
    window.setTimeout = ((act: () => void, ms = 0) => setTimeout(act, ms + more)) as typeof setTimeout;
    return setTimeout;
  }, lateMs);
  return () => page.evaluate((setTimeout) => void Object.assign(window, { setTimeout }), own);
}

export const waitForHeldKeys = (page: Page) => page.waitForTimeout(lateMs + 200);
