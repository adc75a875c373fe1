/** Before authorization, a contact has no street, email, phone or name (docs/bambora.md, Contacts of the sheet). */
export function redact(contact) {
  const { locality, administrativeArea, countryCode } = contact;
  return {
    givenName: "",
    familyName: "",
    addressLines: [],
    locality,
    administrativeArea,
    postalCode: redactedPostalCode(contact),
    country: countryCode,
    countryCode,
  };
}

/** Uses the names of Apple's decrypted token, unencrypted, so that the sandbox's gateway can read it. */
export function authorizedPayment(request, { card, contact }, merchantSession, sign) {
  const data = toBase64(
    JSON.stringify({
      applicationPrimaryAccountNumber: card.number,
      applicationExpirationDate: "301231",
      currencyCode: "124",
      transactionAmount: Math.round(Number(request.total.amount) * 100),
      merchantIdentifier: merchantSession.merchantIdentifier,
    }),
  );
  const ephemeralPublicKey = toBase64(randomHex(64));
  const transactionId = randomHex(64);
  return {
    token: {
      paymentData: {
        version: "EC_v1",
        data,
        signature: sign({ ephemeralPublicKey, data, transactionId }),
        header: { ephemeralPublicKey, publicKeyHash: toBase64(randomHex(32)), transactionId },
      },
      paymentMethod: { displayName: `${card.network} ${card.number.slice(-4)}`, network: card.network, type: "credit" },
      transactionIdentifier: transactionId,
    },
    ...pickContacts(request, contact),
  };
}

function randomHex(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function toBase64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function redactedPostalCode({ postalCode, countryCode }) {
  return countryCode === "CA" ? postalCode.slice(0, 3) : postalCode.slice(0, 5);
}

function pick(contact, fields) {
  const { givenName, familyName, emailAddress, phoneNumber, ...address } = contact;
  return {
    ...(fields.includes("name") ? { givenName, familyName } : {}),
    ...(fields.includes("email") ? { emailAddress } : {}),
    ...(fields.includes("phone") ? { phoneNumber } : {}),
    ...(fields.includes("postalAddress") ? { ...address, country: address.countryCode } : {}),
  };
}

// Safari adds the name to a billing address, but nothing else that wasn't requested.
function pickContacts({ requiredBillingContactFields = [], requiredShippingContactFields = [] }, contact) {
  return {
    ...(requiredBillingContactFields.length > 0
      ? { billingContact: pick(contact, [...requiredBillingContactFields, "name"]) }
      : {}),
    ...(requiredShippingContactFields.length > 0
      ? { shippingContact: pick(contact, requiredShippingContactFields) }
      : {}),
  };
}
