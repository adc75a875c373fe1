import type { CardFieldOptions } from "./custom-checkout";

const fallback = {
  "--color-ink": "#1d1517",
  "--color-danger": "#a3200d",
  "--font-field": "Arial, sans-serif",
};

/** Makes a field 60 px high on a tablet that strangers share, 46 px elsewhere. */
function paddingNow(): string {
  return document.querySelector(".kiosk") ? "18px 16px" : "11px 14px";
}

/**
 * The look of the provider's fields: that of our own, in the page's present colours. Plain values, as nothing else
 * reaches into a frame; what stands in an empty one is drawn paler by the frame itself.
 */
export function cardStyle(): CardFieldOptions["style"] {
  const style = getComputedStyle(document.documentElement);
  const valueNow = (name: keyof typeof fallback) => style.getPropertyValue(name).trim() || fallback[name];
  return {
    base: {
      color: valueNow("--color-ink"),
      fontFamily: valueNow("--font-field"),
      fontSize: "16px",
      padding: paddingNow(),
    },
    error: { color: valueNow("--color-danger") },
  };
}
