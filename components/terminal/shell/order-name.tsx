import type { ReactNode } from "react";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";
import { useDetailsHref } from "./use-terminal-text";

type OrderNameProps = { order: TerminalOrderRow; details: string; mark?: ReactNode; className?: string };

export function OrderName({ order, details, mark, className = "" }: OrderNameProps) {
  return (
    <p className={`leading-tight ${className}`}>
      <a href={useDetailsHref(order)} className="tabular font-bold outline-none after:absolute after:inset-0">
        {order.orderCode}
      </a>
      {mark}
      <span className="block text-muted text-sm">{details}</span>
    </p>
  );
}
