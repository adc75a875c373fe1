import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { Label } from "./offers";

/** A fallback names the language that it is really in. */
export function LabelText({ label }: { label: Label }) {
  return label.lang ? <span lang={htmlLanguage(label.lang)}>{label.text}</span> : label.text;
}
