import { applyStyles, element } from "./apple-pay-sheet-looks.js";

export const words = {
  en: {
    title: "Apple Pay (stand-in)",
    note: "Test mode: no device, no card, no money.",
    card: "Card",
    name: "Name",
    email: "Email",
    phone: "Phone",
    street: "Address",
    city: "City",
    province: "Province",
    postalCode: "Postal code",
    total: "Pay",
    approve: "Authorize",
    cancel: "Cancel",
    waiting: "Connecting…",
    working: "Processing…",
    done: "Done",
    failed: "Payment not completed",
  },
  fr: {
    title: "Apple Pay (simulation)",
    note: "Mode d’essai\u00a0: ni appareil, ni carte, ni argent.",
    card: "Carte",
    name: "Nom",
    email: "Courriel",
    phone: "Téléphone",
    street: "Adresse",
    city: "Ville",
    province: "Province",
    postalCode: "Code postal",
    total: "Payer",
    approve: "Autoriser",
    cancel: "Annuler",
    waiting: "Connexion…",
    working: "Traitement…",
    done: "Terminé",
    failed: "Paiement non effectué",
  },
};

export const cards = [
  { number: "4030000010001234", network: "Visa", label: "Visa •••• 1234" },
  { number: "5100000010001004", network: "MasterCard", label: "Mastercard •••• 1004" },
  { number: "4003050500040005", network: "Visa", label: "Visa •••• 0005 ✗" },
  { number: "4485349439401891", network: "Visa", label: "Visa •••• 1891 (45 s)" },
];

export const fields = [
  ["name", "Rosalie Tremblay"],
  ["email", "rosalie@example.test"],
  ["phone", "416 555-0199"],
  ["street", "1 Main St"],
  ["city", "Toronto"],
  ["province", "ON"],
  ["postalCode", "M5V 3L9"],
];

/** The page is told about changes of these. */
export const addressFields = ["city", "province", "postalCode"];

/** The field of this sheet that shows the error of an Apple field. */
export const places = {
  name: "name",
  emailAddress: "email",
  phoneNumber: "phone",
  postalAddress: "street",
  addressLines: "street",
  locality: "city",
  administrativeArea: "province",
  postalCode: "postalCode",
  countryCode: "province",
  country: "province",
};

export function inputRow(name, value, text) {
  const row = element("label", "row");
  const input = element("input", "input");
  Object.assign(input, { name: `apple-pay-${name}`, value, autocomplete: "off" });
  const problem = element("p", "problem");
  row.append(element("span", "label", text), input, problem);
  return { row, input, problem };
}

export function cardRow(text) {
  const row = element("label", "row");
  const select = element("select", "input");
  select.name = "apple-pay-card";
  applyStyles(select, "input", "select");
  for (const { number, label } of cards) select.append(new Option(label, number));
  row.append(element("span", "label", text), select);
  return { row, select };
}

export function itemRow(style, { label, amount }) {
  const [language] = (document.documentElement.lang || "en").split("-");
  const money = new Intl.NumberFormat(`${language}-CA`, {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
  });
  const row = element("p", style);
  row.append(element("span", "", label), element("span", "", money.format(Number(amount))));
  return row;
}

export function readContact(inputs) {
  const text = (name) => inputs.get(name).input.value.trim();
  const [givenName = "", ...others] = text("name").split(/\s+/);
  const postalCode = text("postalCode");
  return {
    givenName,
    familyName: others.join(" "),
    emailAddress: text("email"),
    phoneNumber: text("phone"),
    addressLines: [text("street")].filter(Boolean),
    locality: text("city"),
    administrativeArea: text("province"),
    postalCode,
    countryCode: /^\d/.test(postalCode) ? "US" : "CA",
  };
}

export function head(t, cancel) {
  const row = element("div", "head");
  row.append(element("h2", "title", t.title), cancel);
  return row;
}
