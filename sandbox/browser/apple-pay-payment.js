function randomHex(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function toBase64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Half of a Canadian postal code, five digits of another. */
function redactedPostalCode({ postalCode, countryCode }) {
  return countryCode === "CA" ? postalCode.slice(0, 3) : postalCode.slice(0, 5);
}

/**
 * What Apple tells of a contact before the authorization (docs/bambora.md, Contacts of the sheet): no street, no
 * e-mail, no phone, no name.
 */
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

function pick(contact, fields) {
  const { givenName, familyName, emailAddress, phoneNumber, ...address } = contact;
  return {
    ...(fields.includes("name") ? { givenName, familyName } : {}),
    ...(fields.includes("email") ? { emailAddress } : {}),
    ...(fields.includes("phone") ? { phoneNumber } : {}),
    ...(fields.includes("postalAddress") ? { ...address, country: address.countryCode } : {}),
  };
}

// Safari gives the name with a billing address, and nothing there that was not asked for.
function contactsOf({ requiredBillingContactFields = [], requiredShippingContactFields = [] }, contact) {
  return {
    ...(requiredBillingContactFields.length > 0
      ? { billingContact: pick(contact, [...requiredBillingContactFields, "name"]) }
      : {}),
    ...(requiredShippingContactFields.length > 0
      ? { shippingContact: pick(contact, requiredShippingContactFields) }
      : {}),
  };
}

/**
 * What the buyer authorized. The token's data stand open where Apple's are encrypted: the sandbox's gateway reads there
 * which card, sum and merchant they are for, under the names of Apple's decrypted token. `sign` is the device's.
 */
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
    ...contactsOf(request, contact),
  };
}
