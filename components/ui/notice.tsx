import type { ReactNode } from "react";

import { Icon } from "./icon";
import type { IconName } from "./icon-names";

export type NoticeTone = "info" | "positive" | "warning" | "danger";

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits. */
  role?: "alert" | "status";
  id?: string;
  icon?: IconName;
  className?: string;
};

const tones: Record<NoticeTone, { box: string; mark: string; icon: IconName }> = {
  info: { box: "border-line bg-raised", mark: "text-muted", icon: "info" },
  positive: { box: "border-positive/30 bg-positive-soft", mark: "text-positive", icon: "check-circle" },
  warning: { box: "border-warning/30 bg-warning-soft", mark: "text-warning", icon: "clock" },
  danger: { box: "border-danger/30 bg-danger-soft", mark: "text-danger", icon: "alert" },
};

export function Notice({ tone = "info", title, children, role, id, icon, className = "" }: NoticeProps) {
  const { box, mark, icon: defaultIcon } = tones[tone];
  return (
    <div id={id} role={role} tabIndex={-1} className={`notice ${box} ${className}`}>
      <Icon name={icon ?? defaultIcon} className={`mt-0.5 size-5 shrink-0 ${mark}`} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className="grid grid-cols-1 gap-3">{children}</div> : null}
      </div>
    </div>
  );
}
