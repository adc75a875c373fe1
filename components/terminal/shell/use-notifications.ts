"use client";

import { createContext, useContext } from "react";
import type { IconName } from "@/components/ui/icon-names";
import type { NoticeTone } from "@/components/ui/notice";
import { terminalPrefix } from "./terminal-storage";

export const notificationTimeoutMs = 5000;

/** Shown for a while (docs/design.md, Terminal notifications). `id` is the time at which it was added. */
export type Notification = { id: number; title: string; description: string; color: NoticeTone; icon: IconName };

export type Notifications = {
  notifications: readonly Notification[];
  add: (notification: Omit<Notification, "id">) => number;
  update: (id: number, changes: Partial<Omit<Notification, "id">>) => void;
  remove: (id: number) => void;
  clear: () => void;
};

export const NotificationsContext = createContext<Notifications>({
  notifications: [],
  add: () => 0,
  update: () => undefined,
  remove: () => undefined,
  clear: () => undefined,
});

export function useNotifications(): Notifications {
  return useContext(NotificationsContext);
}

type NotificationText = Pick<Notification, "title" | "description">;

const key = `${terminalPrefix}told`;

export function keepNotification(text: NotificationText): boolean {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(text));
    return true;
  } catch {
    return false;
  }
}

export function takeNotification(): NotificationText | null {
  try {
    const text = JSON.parse(window.sessionStorage.getItem(key) ?? "null") as Partial<NotificationText> | null;
    window.sessionStorage.removeItem(key);
    const { title, description } = text ?? {};
    return typeof title === "string" && typeof description === "string" ? { title, description } : null;
  } catch {
    return null;
  }
}
