"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useMemo, useRef, useState } from "react";

import { Icon } from "@/components/ui/icon";
import type { NoticeTone } from "@/components/ui/notice";
import { logInBrowser } from "@/lib/platform/http/browser/browser-log";
import type { Notification, Notifications } from "./use-notifications";
import { NotificationsContext, notificationTimeoutMs, takeNotification, useNotifications } from "./use-notifications";

const tones: Record<NoticeTone, { edge: string; mark: string }> = {
  info: { edge: "border-l-line-strong", mark: "text-muted" },
  positive: { edge: "border-l-positive", mark: "text-positive" },
  warning: { edge: "border-l-warning", mark: "text-warning" },
  danger: { edge: "border-l-danger", mark: "text-danger" },
};

function NotificationItem({ notification, onRemove }: { notification: Notification; onRemove: () => void }) {
  const t = useTranslations("notifications");
  const [isHeld, setHeld] = useState(false);
  const remove = useRef(onRemove);
  remove.current = onRemove;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => remove.current(), notificationTimeoutMs);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const { title, description, color, icon } = notification;
  const { edge, mark } = tones[color];
  return (
    <li
      onPointerEnter={({ pointerType }) => setHeld(pointerType !== "touch")}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex animate-rise gap-3 rounded-control border border-line border-l-4 bg-raised py-2 pr-1 pl-4 shadow-card ${edge}`}
    >
      <Icon name={icon} className={`mt-2.5 size-5 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1 break-words py-2">
        <p className="font-semibold">{title}</p>
        {description ? <p className="text-muted text-sm">{description}</p> : null}
      </div>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t("dismiss")}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

function NotificationArea() {
  const { notifications, remove } = useNotifications();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 mx-auto w-full max-w-md p-4 sm:top-0 sm:right-0 sm:bottom-auto sm:left-auto sm:mx-0 print:hidden"
    >
      <ul className="grid gap-2">
        {notifications.map((one) => (
          <NotificationItem key={one.id} notification={one} onRemove={() => remove(one.id)} />
        ))}
      </ul>
    </div>
  );
}

function useNotificationList(): Notifications {
  const [notifications, setNotifications] = useState<readonly Notification[]>([]);
  const last = useRef(0);
  return useMemo(
    () => ({
      notifications,
      add(notification) {
        // Two ids in the same millisecond must differ.
        last.current = Math.max(Date.now(), last.current + 1);
        const id = last.current;
        setNotifications((before) => [...before, { ...notification, id }]);
        // The description may contain a person's name.
        logInBrowser("notification", { id, title: notification.title, color: notification.color });
        return id;
      },
      update: (id, changes) =>
        setNotifications((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one))),
      remove: (id) => setNotifications((before) => before.filter((one) => one.id !== id)),
      clear: () => setNotifications([]),
    }),
    [notifications],
  );
}

function usePreviousPageNotification({ add }: Notifications): void {
  const addNotification = useRef(add);
  useEffect(() => {
    const notification = takeNotification();
    if (notification) addNotification.current({ ...notification, color: "positive", icon: "check-circle" });
  }, []);
}

export function NotificationsProvider({ children }: { children: ReactNode }) {
  const list = useNotificationList();
  usePreviousPageNotification(list);
  return (
    <NotificationsContext value={list}>
      {children}
      <NotificationArea />
    </NotificationsContext>
  );
}
