import type { CardState } from "./card-state";
import { applyCardEvent, cardFieldTypes, emptyCard, emptyField, missingError } from "./card-state";
import type {
  CardFieldOptions,
  CardFieldType,
  CustomCheckoutFactory,
  HostedField,
  TokenResult,
} from "./custom-checkout";

export type TokenizeResult =
  | { ok: true; token: string }
  | { ok: false; reason: "card-fields-incomplete" | "card-token-failed" | "card-token-silent" };

export type CardFields = {
  state: () => CardState;
  check: () => CardFieldType | null;
  /** Waits a moment for the last input, which the iframes report with a delay. */
  settle: () => Promise<void>;
  /** Concurrent calls get the same answer. Never rejects. */
  tokenize: () => Promise<TokenizeResult>;
  focus: (type: CardFieldType) => void;
  clear: (types?: readonly CardFieldType[]) => void;
  restyle: () => void;
  unmount: () => void;
};

export type CardFieldsSetup = {
  selectors: Record<CardFieldType, string>;
  placeholders: Partial<Record<CardFieldType, string>>;
  onChange: (state: CardState) => void;
  tokenTimeoutMs?: number;
};

const settleMs = 400;

const acceptedBrands = ["visa", "mastercard", "amex", "discover"];

function toTokenizeResult({ token, error }: TokenResult): TokenizeResult {
  if (token && !error) return { ok: true, token };
  const isInput = error?.type === "TokenizationValidationFailed";
  return { ok: false, reason: isInput ? "card-fields-incomplete" : "card-token-failed" };
}

function withTimeout(
  request: (answer: (result: TokenResult) => void) => void,
  timeoutMs: number,
): Promise<TokenizeResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ ok: false, reason: "card-token-silent" }), timeoutMs);
    const finish = (answer: TokenizeResult) => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      request((result) => finish(toTokenizeResult(result)));
    } catch {
      finish({ ok: false, reason: "card-token-failed" });
    }
  });
}

function shareRequest(request: () => Promise<TokenizeResult>): () => Promise<TokenizeResult> {
  let pending: Promise<TokenizeResult> | null = null;
  return () => {
    pending ??= request().finally(() => {
      pending = null;
    });
    return pending;
  };
}

function isComplete({ fields }: CardState): boolean {
  return cardFieldTypes.every((type) => fields[type].complete);
}

/**
 * Handles the first item at once, and each other one in its own task, because an iframe keeps a slow phone busy.
 * Returns a function that stops.
 */
function runInTurns<Item>(items: readonly Item[], work: (item: Item) => void): () => void {
  const [first, ...others] = items;
  if (first !== undefined) work(first);
  let stop = () => {};
  if (others.length > 0) {
    const timer = setTimeout(() => {
      stop = runInTurns(others, work);
    });
    stop = () => clearTimeout(timer);
  }
  return () => stop();
}

function createOptions(type: CardFieldType, { placeholders }: CardFieldsSetup): CardFieldOptions {
  const brands = type === "card-number" ? { brands: acceptedBrands } : {};
  return { placeholder: placeholders[type] ?? "", ...brands, style: getCardStyle() };
}

function findInvalidField({ fields }: CardState): CardFieldType | null {
  return cardFieldTypes.find((type) => fields[type].error !== null) ?? null;
}

/** Marks the empty fields as missing. */
function withMissingErrors(card: CardState): CardState {
  return cardFieldTypes.reduce((next, type) => {
    const { empty, error } = next.fields[type];
    return empty && !error ? applyCardEvent(next, { field: type, type: missingError }) : next;
  }, card);
}

/**
 * Follows the provider's rules (docs/bambora.md, Card field behaviour): one callback per event and per token, no time
 * limit of its own, an update replaces all options, and mount nodes have no other content.
 */
export function mountCardFields(factory: CustomCheckoutFactory, setup: CardFieldsSetup): CardFields {
  const controller = factory();
  let card = emptyCard;
  let isMounted = true;
  const { tokenTimeoutMs = 15_000 } = setup;
  let onComplete = () => {};

  const change = (next: CardState) => {
    card = next;
    if (isComplete(card)) onComplete();
    if (isMounted) setup.onChange(card);
  };

  for (const name of ["brand", "complete", "empty", "error"] as const) {
    controller.on(name, (event) => change(applyCardEvent(card, event)));
  }
  const hostedFields = new Map<CardFieldType, HostedField>();
  const stopMounting = runInTurns(cardFieldTypes, (type) => {
    const field = controller.create(type, createOptions(type, setup));
    field.mount(setup.selectors[type]);
    hostedFields.set(type, field);
  });

  return {
    state: () => card,
    check() {
      const next = withMissingErrors(card);
      if (next !== card) change(next);
      return findInvalidField(next);
    },
    settle() {
      if (isComplete(card) || cardFieldTypes.every((type) => card.fields[type].empty)) return Promise.resolve();
      return new Promise((resolve) => {
        onComplete = resolve;
        setTimeout(resolve, settleMs);
      });
    },
    tokenize: shareRequest(() => withTimeout((answer) => controller.createToken(answer), tokenTimeoutMs)),
    focus: (type) => hostedFields.get(type)?.focus(),
    clear(types = cardFieldTypes) {
      for (const type of types) {
        hostedFields.get(type)?.clear();
        change({ ...card, fields: { ...card.fields, [type]: emptyField } });
      }
    },
    restyle() {
      for (const [type, field] of hostedFields) field.update(createOptions(type, setup));
    },
    unmount() {
      isMounted = false;
      stopMounting();
      for (const field of hostedFields.values()) field.unmount();
    },
  };
}

const fallbackValues = {
  "--color-ink": "#1d1517",
  "--color-danger": "#a3200d",
  "--font-field": "Arial, sans-serif",
};

function getPadding(): string {
  return document.querySelector(".kiosk") ? "18px 16px" : "11px 14px";
}

/** Resolved values of our own fields' style, because our style sheet doesn't reach into an iframe. */
export function getCardStyle(): CardFieldOptions["style"] {
  const style = getComputedStyle(document.documentElement);
  const getValue = (name: keyof typeof fallbackValues) => style.getPropertyValue(name).trim() || fallbackValues[name];
  return {
    base: {
      color: getValue("--color-ink"),
      fontFamily: getValue("--font-field"),
      fontSize: "16px",
      padding: getPadding(),
    },
    error: { color: getValue("--color-danger") },
  };
}
