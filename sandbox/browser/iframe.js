import { detectBrand } from "./card-brands.js";
import { caretAfter } from "./caret.js";
import { fieldError, getFieldKind } from "./field-kinds.js";
import { createFieldStyle } from "./field-style.js";
import { askSiblings } from "./siblings.js";
import { tokenize, validationFailure } from "./tokenize.js";

const query = new URLSearchParams(location.search);
const type = query.get("type") ?? "";
const shopOrigin = query.get("origin") ?? "";
const kind = getFieldKind(type);
const input = document.querySelector("#field");
const applyStyle = createFieldStyle(document);

// The fields of a page communicate on this origin, so that card details never pass through the shop's page.
const siblings = new BroadcastChannel(`fields-${query.get("group") ?? ""}`);

let options = {};
let digits = "";
let errorType = null;
let isFocused = false;
let reported = { empty: true, complete: false, brand: "unknown" };
let cardBrand = "unknown";

function notifyShop(message) {
  parent.postMessage(JSON.stringify(message), shopOrigin);
}

function emit(event, data) {
  notifyShop({ name: "callbackEvent", event, data: { field: type, ...data } });
}

function context() {
  return { brands: options.brands, brand: cardBrand, now: () => new Date() };
}

function render() {
  const state = { empty: reported.empty, complete: reported.complete, focus: isFocused, error: errorType !== null };
  input.setAttribute("aria-invalid", String(state.error));
  applyStyle(options.style, state);
  notifyShop({ name: "state", state });
}

function updateError(newType) {
  if (newType !== null && newType !== errorType) emit("error", fieldError(newType));
  errorType = newType;
}

function announceBrand(brand) {
  if (type !== "card-number" || brand === reported.brand) return;
  emit("brand", { brand });
  siblings.postMessage({ name: "brandChange", brand });
}

// Reports changes of `empty`, `complete` and the brand, in both directions.
function evaluate() {
  const empty = digits === "";
  const complete = !empty && kind.findError(digits, context()) === null;
  const brand = type === "card-number" ? detectBrand(digits) : "unknown";
  updateError(!empty && kind.isHopeless(digits, context()) ? kind.findError(digits, context()) : null);
  if (empty !== reported.empty) emit("empty", { empty });
  if (complete !== reported.complete) emit("complete", { complete });
  announceBrand(brand);
  reported = { empty, complete, brand };
  render();
}

function onInput(event) {
  const isDeleting = event.inputType?.startsWith("delete") ?? false;
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replaceAll(/\D/g, "").length;
  const text = kind.write(kind.digits(input.value), isDeleting, context());
  input.value = text;
  digits = kind.digits(text);
  const position = isAtEnd ? text.length : caretAfter(text, digitsBefore);
  if (document.activeElement === input) input.setSelectionRange(position, position);
  evaluate();
}

function onFocus() {
  isFocused = true;
  emit("focus", {});
  render();
}

function onBlur() {
  isFocused = false;
  emit("blur", {});
  if (digits !== "") updateError(kind.findError(digits, context()));
  render();
}

function configure(newOptions) {
  options = newOptions ?? {};
  input.placeholder = options.placeholder ?? "";
  evaluate();
}

function clear() {
  input.value = "";
  digits = "";
  evaluate();
}

// Shows the error even if it was shown before.
function validate() {
  errorType = null;
  updateError(kind.findError(digits, context()));
  render();
  return errorType === null;
}

async function beginTokenization(types) {
  const isValid = validate();
  const number = digits;
  const answers = await askSiblings(
    siblings,
    types.filter((other) => other !== type),
  );
  if (!isValid || [...answers.values()].some((answer) => !answer.isValid))
    return notifyShop({ name: "tokenResponse", result: validationFailure() });
  const result = await tokenize({ number, expiry: answers.get("expiry").digits, cvv: answers.get("cvv")?.digits });
  notifyShop({ name: "tokenResponse", result });
}

function onSibling({ data }) {
  if (data.name === "brandChange") {
    cardBrand = data.brand;
    if (type === "cvv") evaluate();
  } else if (data.name === "askForBrand" && type === "card-number") {
    siblings.postMessage({ name: "brandChange", brand: reported.brand });
  } else if (data.name === "validationRequest" && type !== "card-number") {
    siblings.postMessage({ name: "validationResponse", request: data.request, type, isValid: validate(), digits });
  }
}

const commands = {
  create: ({ options: newOptions }) => configure(newOptions),
  update: ({ options: newOptions }) => configure(newOptions),
  focus: () => input.focus(),
  blur: () => input.blur(),
  clear,
  beginTokenization: ({ fields }) => beginTokenization(fields),
};

function onMessage(event) {
  if (event.source !== parent || event.origin !== shopOrigin || typeof event.data !== "string") return;
  const message = JSON.parse(event.data);
  commands[message.name]?.(message);
}

function start() {
  document.title = kind.title;
  input.setAttribute("aria-label", kind.title);
  input.autocomplete = kind.autocomplete;
  input.name = kind.name;
  input.addEventListener("input", onInput);
  input.addEventListener("focus", onFocus);
  input.addEventListener("blur", onBlur);
  siblings.addEventListener("message", onSibling);
  addEventListener("message", onMessage);
  new ResizeObserver(() => notifyShop({ name: "updateIFrame", height: input.offsetHeight })).observe(input);
  siblings.postMessage({ name: "askForBrand" });
  notifyShop({ name: "ready" });
}

if (kind !== undefined && shopOrigin !== "" && parent !== window) start();
