"use client";

import { createContext, useContext } from "react";

import type { IconName } from "@/components/ui/icon-names";
import type { NoticeTone } from "@/components/ui/notice";

/** How long a notification stays, in ms (docs/design.md, Terminal notifications). */
export const notificationTimeoutMs = 5000;

/**
 * Something that a person is told beside their work (docs/design.md, Terminal notifications); `id` is when it was
 * added.
 */
export type Notification = { id: number; title: string; description: string; color: NoticeTone; icon: IconName };

/** The notifications that are shown, and what may be done with them; `add` gives the new one's id. */
export type Notifications = {
  notifications: readonly Notification[];
  add: (notification: Omit<Notification, "id">) => number;
  update: (id: number, changes: Partial<Omit<Notification, "id">>) => void;
  remove: (id: number) => void;
  clear: () => void;
};

/** Filled by `NotificationsProvider`. */
export const NotificationsContext = createContext<Notifications>({
  notifications: [],
  add: () => 0,
  update: () => undefined,
  remove: () => undefined,
  clear: () => undefined,
});

/** The notifications of the page. */
export function useNotifications(): Notifications {
  return useContext(NotificationsContext);
}
