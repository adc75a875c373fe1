import type { Label } from "./offers";

/** A text of the draw; one that fell back to the other language says so. */
export function LabelText({ label }: { label: Label }) {
  return label.lang ? <span lang={`${label.lang}-CA`}>{label.text}</span> : label.text;
}
