import type { ReactNode } from "react";

type DetailProps = {
  name: string;
  children: ReactNode;
  isWide?: boolean;
};

export function Detail({ name, children, isWide = false }: DetailProps) {
  return (
    <div className={`min-w-0 print:break-inside-avoid ${isWide ? "max-sm:col-span-full" : ""}`}>
      <dt className="text-muted text-sm print:text-xs">{name}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}
