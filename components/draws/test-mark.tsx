/** The mark of a test draw; `label` is the word for it in the page's language. */
export function TestMark({ label, className = "" }: { label: string; className?: string }) {
  return <strong className={`test-mark ${className}`}>{label}</strong>;
}
