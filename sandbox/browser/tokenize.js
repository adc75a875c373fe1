/** If a field is incomplete, no call is made, so there is no code. */
export function validationFailure() {
  return failure(null, "TokenizationValidationFailed", "Please check the card details");
}

/** Sends the card from this frame to its own origin, without a time limit. */
export async function tokenize({ number, expiry, cvv }) {
  const card = { number, expiry_month: expiry.slice(0, 2), expiry_year: expiry.slice(2, 4), cvd: cvv };
  let response;
  try {
    response = await requestToken(card);
  } catch {
    return failure(null, "TokenizationNoResponse", "The card service did not answer");
  }
  const token = response.ok ? await readToken(response) : null;
  if (token === null) return failure(String(response.status), "TokenizationFailed", "The card could not be registered");
  return {
    code: String(response.status),
    token,
    last4: number.slice(-4),
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
  };
}

function failure(code, type, message) {
  return { code, error: { field: "token", type, message } };
}

async function requestToken(card) {
  return await fetch("/scripts/tokenization/tokens", {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    body: JSON.stringify(card),
  });
}

async function readToken(response) {
  try {
    const { token } = await response.json();
    return typeof token === "string" ? token : null;
  } catch {
    return null;
  }
}
