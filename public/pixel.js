// Counts one visit by Meta's pixel. This document has an origin of its own and no cookie (docs/decisions/033): all that
// the pixel can tell is that somebody came.
const id = /^#(\d{5,20})$/.exec(location.hash)?.[1];

/** Meta's library reads these without asking whether it may, and here that throws. */
function hideStorage() {
  const none = { getItem: () => null, setItem() {}, removeItem() {} };
  Object.defineProperty(document, "cookie", { get: () => "", set() {} });
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: none });
}

function prepareQueue() {
  const fbq = (...call) => (fbq.callMethod ? fbq.callMethod(...call) : fbq.queue.push(call));
  Object.assign(fbq, { push: fbq, loaded: true, version: "2.0", queue: [] });
  window.fbq = fbq;
  window._fbq = fbq;
  return fbq;
}

if (id) {
  hideStorage();
  const fbq = prepareQueue();
  fbq("set", "autoConfig", false, id);
  fbq("init", id);
  fbq("track", "PageView");
  const script = document.createElement("script");
  script.src = "https://connect.facebook.net/en_US/fbevents.js";
  document.head.append(script);
}
