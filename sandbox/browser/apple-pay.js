// Safari's Apple Pay for demos and tests. Has no inline script or style sheet, because the policy forbids them.
import { createApplePay } from "./apple-pay-session.js";
import { openSheet } from "./apple-pay-sheet.js";

// Safari requires that the handler of a gesture creates the session. After an `await`, the event is no longer current.
function isInGesture() {
  const event = window.event;
  return event?.isTrusted === true && ["click", "touchend", "keydown", "keyup"].includes(event.type);
}

// Synchronous, so that the buyer can't cancel between the authorization and its event.
function sign(parts) {
  const request = new XMLHttpRequest();
  request.open("POST", new URL("apple-pay/sign", import.meta.url), false);
  request.send(JSON.stringify(parts));
  return request.responseText;
}

if (window.ApplePaySession === undefined) {
  const { ApplePaySession, ApplePayError } = createApplePay({
    openSheet,
    sign,
    isInGesture,
    isSecure: () => window.isSecureContext,
    domain: () => location.hostname,
    now: () => Date.now(),
  });
  Object.assign(window, { ApplePaySession, ApplePayError });
  window.addEventListener("pagehide", () => ApplePaySession.leavePage());
}
