const amountPattern = /^\d+(\.\d{1,2})?$/;
const contactFields = ["email", "name", "phone", "postalAddress", "phoneticName"];
const networks = ["amex", "discover", "interac", "jcb", "maestro", "masterCard", "visa"];
const capabilities = ["supports3DS", "supportsEMV", "supportsCredit", "supportsDebit"];
const requestProperties = new Set([
  "countryCode",
  "currencyCode",
  "supportedNetworks",
  "merchantCapabilities",
  "total",
  "lineItems",
  "requiredBillingContactFields",
  "requiredShippingContactFields",
  "billingContact",
  "shippingContact",
  "shippingMethods",
  "shippingType",
  "supportedCountries",
  "applicationData",
]);

const errorCodes = [
  "shippingContactInvalid",
  "billingContactInvalid",
  "addressUnserviceable",
  "couponCodeInvalid",
  "couponCodeExpired",
  "unknown",
];
const errorFields = [
  "phoneNumber",
  "emailAddress",
  "name",
  "phoneticName",
  "postalAddress",
  "addressLines",
  "locality",
  "subLocality",
  "postalCode",
  "administrativeArea",
  "subAdministrativeArea",
  "country",
  "countryCode",
];

/** The first property that Safari would reject. Null if there is none. */
export function requestProblem(request) {
  if (typeof request !== "object" || request === null) return "request";
  const brokenRule = rules.find(([, isRight]) => !isRight(request));
  return brokenRule?.[0] ?? Object.keys(request).find((key) => !requestProperties.has(key)) ?? null;
}

/** Like `requestProblem`, for the update of a selection. */
export function updateProblem(update) {
  if (!isItem(update?.newTotal)) return "newTotal";
  const { newLineItems = [], errors = [] } = update;
  if (!newLineItems.every(isItem)) return "newLineItems";
  return errors.every((error) => errorCodes.includes(error?.code)) ? null : "errors";
}

function isItem(item) {
  return typeof item?.label === "string" && item.label !== "" && amountPattern.test(item?.amount);
}

function isSubset(value, allowed) {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => allowed.includes(entry));
}

const isContactFields = (value) => value === undefined || isSubset(value, contactFields);

const rules = [
  ["countryCode", (request) => /^[A-Z]{2}$/.test(request.countryCode)],
  ["currencyCode", (request) => /^[A-Z]{3}$/.test(request.currencyCode)],
  ["supportedNetworks", (request) => isSubset(request.supportedNetworks, networks)],
  [
    "merchantCapabilities",
    ({ merchantCapabilities: list }) => isSubset(list, capabilities) && list.includes("supports3DS"),
  ],
  ["total", (request) => isItem(request.total)],
  ["lineItems", ({ lineItems = [] }) => Array.isArray(lineItems) && lineItems.every(isItem)],
  ["requiredBillingContactFields", (request) => isContactFields(request.requiredBillingContactFields)],
  ["requiredShippingContactFields", (request) => isContactFields(request.requiredShippingContactFields)],
];

export class ApplePayError {
  constructor(code, contactField, message = "") {
    if (!errorCodes.includes(code)) throw new TypeError(`Invalid error code: ${code}`);
    if (contactField !== undefined && !errorFields.includes(contactField))
      throw new TypeError(`Invalid contact field: ${contactField}`);
    Object.assign(this, { code, contactField, message });
  }
}
