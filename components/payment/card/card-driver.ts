import type { CardFields, CardFieldsSetup } from "./card-fields";
import { mountCardFields } from "./card-fields";
import type { CustomCheckoutFactory } from "./custom-checkout";

export type Mount = (setup: CardFieldsSetup) => CardFields;

/** The fields' style is fixed when they are mounted, so a change of colour mode needs new ones. */
function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

export async function loadDriver(url: string): Promise<Mount> {
  const factory = await loadCardScript(url);
  return (setup) => {
    const fields = mountCardFields(factory, setup);
    const stopWatching = watchTheme(fields.restyle);
    return {
      ...fields,
      unmount() {
        stopWatching();
        fields.unmount();
      },
    };
  };
}

/** Key of the buyer's message (docs/design.md, Payment messages). */
export type CardScriptFailure = "card-script-failed" | "card-script-missing";

class CardScriptError extends Error {
  readonly reason: CardScriptFailure;

  constructor(reason: CardScriptFailure) {
    super(specMessages[reason]);
    this.name = "CardScriptError";
    this.reason = reason;
  }
}

const specMessages: Record<CardScriptFailure, string> = {
  "card-script-failed": "Failed to load Bambora Custom Checkout script",
  "card-script-missing": "Bambora Custom Checkout not loaded",
};

/** After this time, a script that neither loads nor fails counts as failed. */
const scriptTimeoutMs = 20_000;

let loading: Promise<CustomCheckoutFactory> | null = null;

function findFactory(): CustomCheckoutFactory | undefined {
  return (window as { customcheckout?: CustomCheckoutFactory }).customcheckout;
}

function appendScript(url: string): Promise<CustomCheckoutFactory> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (reason: CardScriptFailure) => {
      clearTimeout(timer);
      script.remove();
      reject(new CardScriptError(reason));
    };
    const timer = setTimeout(() => fail("card-script-failed"), scriptTimeoutMs);
    script.onload = () => {
      const factory = findFactory();
      if (!factory) return fail("card-script-missing");
      clearTimeout(timer);
      resolve(factory);
    };
    script.onerror = () => fail("card-script-failed");
    script.async = true;
    script.src = url;
    document.head.append(script);
  });
}

/** Loads once. After a failure, the next call tries again with a new element. Rejects with `CardScriptError`. */
export function loadCardScript(url: string): Promise<CustomCheckoutFactory> {
  const factory = findFactory();
  if (factory) return Promise.resolve(factory);
  loading ??= appendScript(url).finally(() => {
    loading = null;
  });
  return loading;
}
