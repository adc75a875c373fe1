const markClass =
  "inline-block rounded bg-warning px-1.5 py-0.5 align-middle font-bold font-sans text-sm text-surface leading-tight " +
  "tracking-normal print:border print:border-black print:bg-transparent print:text-black";

export function TestMark({ label, className = "" }: { label: string; className?: string }) {
  return <strong className={`${markClass} ${className}`}>{label}</strong>;
}
