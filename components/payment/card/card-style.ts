import type { CardFieldOptions } from "./custom-checkout";

const fallback = { ink: "#1d1517", muted: "#5e5355", danger: "#a3200d" };

function colorOf(style: CSSStyleDeclaration, name: keyof typeof fallback): string {
  return style.getPropertyValue(`--color-${name}`).trim() || fallback[name];
}

/** Makes a field 60 px high on a tablet that strangers share, 46 px elsewhere. */
function paddingNow(): string {
  return document.querySelector(".kiosk") ? "18px 16px" : "11px 14px";
}

/**
 * The look of the provider's fields in the page's present colours: plain values, as nothing else reaches into a frame.
 */
export function cardStyle(): CardFieldOptions["style"] {
  const style = getComputedStyle(document.documentElement);
  return {
    base: {
      color: colorOf(style, "ink"),
      fontFamily: "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif",
      fontSize: "16px",
      padding: paddingNow(),
    },
    empty: { color: colorOf(style, "muted") },
    error: { color: colorOf(style, "danger") },
  };
}
