// A stand-in of Safari's Apple Pay for browsers without it: demo and tests alone, no money and no device behind it.
// It brings no inline script and no style sheet, so it runs under a policy that allows this origin's scripts.
import { createApplePay } from "./apple-pay-session.js";
import { openSheet } from "./apple-pay-sheet.js";

// Safari wants the session to be made by the gesture's own handler; after a wait the event is no longer the current
// one.
function isInGesture() {
  const event = window.event;
  return event?.isTrusted === true && ["click", "touchend", "keydown", "keyup"].includes(event.type);
}

// Without a wait, so that nobody can cancel between the authorization and the page's hearing of it.
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
  // A page that goes away takes its sheet along.
  window.addEventListener("pagehide", () => ApplePaySession.leavePage());
}
