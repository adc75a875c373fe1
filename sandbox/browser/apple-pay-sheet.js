import { applyStyles, element, list, sheet } from "./apple-pay-sheet-looks.js";
import {
  addressFields,
  cardRow,
  cards,
  fields,
  head,
  inputRow,
  itemRow,
  places,
  readContact,
  words,
} from "./apple-pay-sheet-parts.js";

/** `ask` lets the buyer authorize and shows errors, `work` waits for the payment, and `finish` shows its outcome. */
export function openSheet(request, { onCancel, onContact, onApprove }) {
  const t = words[document.documentElement.lang.slice(0, 2)] ?? words.en;
  const dialog = sheet(t.title);
  const card = cardRow(t.card);
  const inputs = new Map(fields.map(([name, value]) => [name, inputRow(name, value, t[name])]));
  const approve = element("button", "approve", t.approve);
  const cancel = element("button", "cancel", t.cancel);
  const status = element("p", "status", t.waiting);
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  // As in Safari, errors block the authorization.
  const allow = (isAllowed) => {
    approve.disabled = !isAllowed;
    applyStyles(approve, "approve", isAllowed ? "" : "unready");
  };
  const allowWhenRight = () => allow([...inputs.values()].every(({ problem }) => problem.textContent === ""));

  for (const button of [approve, cancel]) button.type = "button";
  allow(false);
  status.setAttribute("role", "status");
  dialog.append(
    head(t, cancel),
    element("p", "note", t.note),
    list(card.row, ...[...inputs.values()].map(({ row }) => row)),
    ...(request.lineItems ?? []).map((item) => itemRow("items", item)),
    itemRow("total", { ...request.total, label: `${t.total} ${request.total.label}` }),
    approve,
    status,
  );
  cancel.addEventListener("click", onCancel);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onCancel();
  });
  for (const { input, problem } of inputs.values()) {
    input.addEventListener("input", () => {
      if (problem.textContent === "") return;
      problem.textContent = "";
      allowWhenRight();
    });
  }
  for (const name of addressFields)
    inputs.get(name).input.addEventListener("change", () => onContact(readContact(inputs)));
  approve.addEventListener("click", () => {
    const chosen = cards.find(({ number }) => number === card.select.value);
    onApprove({ card: chosen, contact: readContact(inputs) });
  });
  document.body.append(dialog);
  dialog.showModal();

  return {
    close,
    contact: () => readContact(inputs),
    ask(errors) {
      for (const { problem } of inputs.values()) problem.textContent = "";
      for (const { contactField, message } of errors) inputs.get(places[contactField]).problem.textContent = message;
      allowWhenRight();
      status.textContent = "";
    },
    work() {
      allow(false);
      status.textContent = t.working;
    },
    finish(isPaid) {
      status.textContent = isPaid ? t.done : t.failed;
      cancel.disabled = true;
      setTimeout(close, 1500);
    },
  };
}
