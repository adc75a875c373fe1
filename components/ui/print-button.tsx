"use client";

import type { ReactNode } from "react";

import { Button } from "./button";
import type { ButtonVariant } from "./button-class";

type PrintButtonProps = { variant?: ButtonVariant; className?: string; children: ReactNode };

export function PrintButton({ variant = "secondary", className = "", children }: PrintButtonProps) {
  return (
    <Button variant={variant} className={className} onClick={() => window.print()}>
      {children}
    </Button>
  );
}
