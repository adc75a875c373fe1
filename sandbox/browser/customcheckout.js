// The part of the hosted fields that runs in the shop's page, as Bambora documents version 1. Adds no script or style
// element, so it runs under a policy that allows only this origin's scripts and frames.
(() => {
  const sandboxOrigin = new URL(document.currentScript.src).origin;
  const titles = { "card-number": "Card number", cvv: "Card security code", expiry: "Card expiration date" };
  const eventNames = ["blur", "focus", "empty", "complete", "brand", "error"];
  const stateNames = ["complete", "empty", "focus", "error"];
  // Browsers make a frame opaque if its colour scheme differs from its document's.
  const frameStyle = { border: "0", display: "block", width: "100%", height: "0", "color-scheme": "light" };
  const defaultClasses = {
    base: "bambora-checkoutfield",
    complete: "bambora-checkoutfield-complete",
    empty: "bambora-checkoutfield-empty",
    focus: "bambora-checkoutfield-focus",
    error: "bambora-checkoutfield-error",
  };

  function logError(message) {
    console.error(`Custom Checkout: ${message}`);
  }

  function randomGroup() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function createFrame(type, group) {
    const frame = document.createElement("iframe");
    const query = new URLSearchParams({ type, origin: location.origin, group });
    frame.src = `${sandboxOrigin}/customcheckout/1/iframe.html?${query}`;
    frame.name = `bambora-${type}-iframe`;
    frame.title = titles[type];
    frame.referrerPolicy = "no-referrer";
    for (const [property, value] of Object.entries(frameStyle)) frame.style.setProperty(property, value);
    return frame;
  }

  function setClasses(element, names, isOn) {
    for (const name of (names ?? "").split(/\s+/).filter(Boolean)) element.classList.toggle(name, isOn);
  }

  function createField(type, group, options) {
    return { type, frame: createFrame(type, group), options: options ?? {}, wrapper: null, isReady: false, queue: [] };
  }

  function post(field, message) {
    field.frame.contentWindow?.postMessage(JSON.stringify(message), sandboxOrigin);
  }

  function send(field, message) {
    if (field.isReady) post(field, message);
    else field.queue.push(message);
  }

  function showState(field, state) {
    if (field.wrapper === null) return;
    const names = { ...defaultClasses, ...field.options.classes };
    setClasses(field.wrapper, names.base, true);
    for (const name of stateNames) setClasses(field.wrapper, names[name], state[name] === true);
  }

  function removeClasses(field) {
    const names = { ...defaultClasses, ...field.options.classes };
    for (const name of Object.values(names)) setClasses(field.wrapper, name, false);
  }

  function makeReady(field) {
    field.isReady = true;
    post(field, { name: "create", options: field.options });
    for (const message of field.queue) post(field, message);
    field.queue = [];
  }

  function mount(field, selector) {
    const element = document.querySelector(selector);
    if (element === null) return logError(`no element matches ${selector}`);
    field.isReady = false;
    field.wrapper = element;
    element.appendChild(field.frame);
    showState(field, { empty: true });
  }

  // Removes the first child, whatever it is, as Bambora's library does.
  function unmount(field) {
    if (field.wrapper === null) return logError(`${field.type} is not mounted`);
    removeClasses(field);
    if (field.wrapper.firstChild !== null) field.wrapper.removeChild(field.wrapper.firstChild);
    Object.assign(field, { wrapper: null, isReady: false, queue: [] });
  }

  function update(field, options) {
    if (field.wrapper !== null) removeClasses(field);
    field.options = options ?? {};
    send(field, { name: "update", options: field.options });
  }

  function fieldApi(field) {
    return {
      mount: (selector) => mount(field, selector),
      unmount: () => unmount(field),
      update: (options) => update(field, options),
      focus() {
        field.frame.focus();
        send(field, { name: "focus" });
      },
      blur: () => send(field, { name: "blur" }),
      clear: () => send(field, { name: "clear" }),
    };
  }

  function createController() {
    const group = randomGroup();
    const fields = new Map();
    const callbacks = new Map();
    let tokenCallback = null;
    let isTokenWanted = false;

    const mounted = () => [...fields.values()].filter((field) => field.wrapper !== null);
    const mountedTypes = () => mounted().map((field) => field.type);

    function beginWhenReady() {
      if (!isTokenWanted || !mounted().every((field) => field.isReady)) return;
      isTokenWanted = false;
      send(fields.get("card-number"), { name: "beginTokenization", fields: mountedTypes() });
    }

    function receive(field, message) {
      if (message.name === "ready") {
        makeReady(field);
        beginWhenReady();
      } else if (message.name === "updateIFrame")
        field.frame.style.setProperty("height", `${Number(message.height)}px`);
      else if (message.name === "state") showState(field, message.state);
      else if (message.name === "callbackEvent") callbacks.get(message.event)?.(message.data);
      else if (message.name === "tokenResponse") {
        const callback = tokenCallback;
        tokenCallback = null;
        callback?.(message.result);
      }
    }

    window.addEventListener("message", (event) => {
      if (event.origin !== sandboxOrigin || typeof event.data !== "string") return;
      const field = mounted().find(({ frame }) => frame.contentWindow === event.source);
      if (field !== undefined) receive(field, JSON.parse(event.data));
    });

    return {
      create(type, options) {
        if (titles[type] === undefined) return logError(`unknown field type ${type}`);
        const field = createField(type, group, options);
        fields.set(type, field);
        return fieldApi(field);
      },
      // A later callback replaces the earlier one.
      on(name, callback) {
        if (!eventNames.includes(name)) return logError(`unknown event ${name}`);
        callbacks.set(name, callback);
      },
      // A second call before the first answer replaces it. There is no time limit.
      createToken(callback) {
        const types = mountedTypes();
        if (!types.includes("card-number") || !types.includes("expiry"))
          return logError("card-number and expiry must be mounted");
        tokenCallback = callback;
        isTokenWanted = true;
        beginWhenReady();
      },
    };
  }

  window.customcheckout = () => createController();
})();
