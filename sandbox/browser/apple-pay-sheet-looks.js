const styles = {
  dialog:
    "border:0;box-sizing:border-box;color-scheme:light;background:#f2f2f7;color:#000;font:15px/1.4 -apple-system,var(--font-sans);inset-block:auto 0;max-block-size:calc(100dvh - 2rem);overflow:auto;padding:1rem 1rem max(1rem,env(safe-area-inset-bottom))",
  // At the lower edge of a phone.
  docked: "border-radius:20px 20px 0 0;inline-size:100%;margin:auto 0 0;max-inline-size:none",
  card: "border-radius:20px;inline-size:24rem;margin:auto auto 1rem",
  head: "align-items:center;display:flex;justify-content:space-between;margin-block-end:.25rem",
  title: "font:inherit;font-size:17px;font-weight:600;letter-spacing:0;margin:0;word-spacing:0",
  note: "color:#5c5c61;font-size:13px;margin:0 0 .75rem",
  list: "background:#fff;border-radius:12px;display:grid;gap:1px;overflow:hidden",
  row: "background:#fff;box-shadow:0 1px #dcdce0;display:grid;gap:.125rem;grid-template-columns:6.5rem 1fr;padding:.375rem .75rem",
  label: "align-self:center;color:#5c5c61;font-size:13px",
  input: "background:transparent;border:0;color:#000;font:inherit;inline-size:100%;min-block-size:1.75rem;padding:0",
  // Browsers indent a select's text by 4px.
  select: "inline-size:calc(100% + 4px);margin-inline-start:-4px",
  problem: "color:#c4001a;font-size:13px;grid-column:1 / -1;margin:0",
  total:
    "display:flex;font-size:17px;font-weight:600;gap:1rem;justify-content:space-between;margin:.5rem .75rem .75rem",
  items: "color:#5c5c61;display:flex;font-size:13px;justify-content:space-between;margin:.75rem .75rem .25rem",
  approve:
    "background:#000;border:0;border-radius:12px;color:#fff;font:inherit;font-weight:600;inline-size:100%;min-block-size:3rem",
  unready: "background:#d8d8dd;color:#3c3c43",
  cancel: "background:transparent;border:0;color:#0062cc;font:inherit;min-block-size:2.75rem;padding-inline:.25rem",
  status: "margin:.5rem 0 0;min-block-size:1.4em;text-align:center",
};

const phone = "(width < 40rem)";

export function applyStyles(made, ...looks) {
  made.style.cssText = looks.map((look) => styles[look] ?? "").join(";");
}

export function element(tag, style, text = "") {
  const element = document.createElement(tag);
  applyStyles(element, style);
  element.textContent = text;
  return element;
}

export function sheet(title) {
  const dialog = element("dialog");
  applyStyles(dialog, "dialog", matchMedia(phone).matches ? "docked" : "card");
  dialog.setAttribute("aria-label", title);
  return dialog;
}

export function list(...rows) {
  const group = element("div", "list");
  group.append(...rows);
  return group;
}
