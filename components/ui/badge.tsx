import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "positive" | "warning" | "danger";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-muted",
  positive: "bg-positive-soft text-positive",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full shrink-0 rounded-full px-2.5 py-0.5 font-semibold text-sm ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
