import { terminalPrefix } from "./terminal-storage";
import type { Notification } from "./use-notifications";

type Told = Pick<Notification, "title" | "description">;

const key = `${terminalPrefix}told`;

/** Keeps what the next page shows, where the last one is left at once; false where the browser stores nothing. */
export function keepNotification(told: Told): boolean {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(told));
    return true;
  } catch {
    return false;
  }
}

/** Takes what the page before wanted told; null where there was nothing. */
export function takeNotification(): Told | null {
  try {
    const told = JSON.parse(window.sessionStorage.getItem(key) ?? "null") as Partial<Told> | null;
    window.sessionStorage.removeItem(key);
    const { title, description } = told ?? {};
    return typeof title === "string" && typeof description === "string" ? { title, description } : null;
  } catch {
    return null;
  }
}
