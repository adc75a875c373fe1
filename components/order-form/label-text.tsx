import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { Label } from "./offers";

/** A text of the draw; one that fell back to the other language says so. */
export function LabelText({ label }: { label: Label }) {
  return label.lang ? <span lang={htmlLanguage(label.lang)}>{label.text}</span> : label.text;
}
