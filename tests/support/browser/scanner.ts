import type { Page } from "playwright/test";

type KeyEvent = { type: "keyDown" | "keyUp"; key: string; text?: string; windowsVirtualKeyCode?: number };

function eventsOf(key: string): KeyEvent[] {
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

/** When the last key was sent, by its own time. */
let lastAt = 0;

/** How much longer a page's timers take while keys are on their way, in ms: a busy machine delivers keys late. */
const lateMs = 400;

/** Lets the timers that a page sets take longer until the function that it gives is called. */
async function slowTimers(page: Page): Promise<() => Promise<void>> {
  const own = await page.evaluateHandle((more) => {
    const { setTimeout } = window;
    window.setTimeout = ((act: () => void, ms = 0) => setTimeout(act, ms + more)) as typeof setTimeout;
    return setTimeout;
  }, lateMs);
  return () => page.evaluate((setTimeout) => void Object.assign(window, { setTimeout }), own);
}

/** Waits until whatever a page held back has been done. */
export const waitForHeldKeys = (page: Page) => page.waitForTimeout(lateMs + 200);

/**
 * Sends keys as a keyboard does, each so many ms after the one before by its own time: however slow this machine is, a
 * scanner stays one. What is sent next comes a second later.
 */
export async function typeAtPace(page: Page, keys: readonly string[], gapMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const restore = await slowTimers(page);
  const begunAt = Math.max(Date.now(), lastAt + 1000);
  lastAt = begunAt + keys.length * gapMs;
  await Promise.all(
    keys.flatMap((key, at) => {
      const timestamp = (begunAt + at * gapMs) / 1000;
      return eventsOf(key).map((event) => session.send("Input.dispatchKeyEvent", { ...event, timestamp }));
    }),
  );
  await restore();
  await session.detach();
}
