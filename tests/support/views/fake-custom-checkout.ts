import type {
  CardEvent,
  CardFieldOptions,
  CardFieldType,
  CustomCheckout,
  HostedField,
  TokenResult,
} from "@/components/payment/card/custom-checkout";

export type FakeCustomCheckout = {
  factory: () => CustomCheckout;
  emit: (name: string, event: CardEvent) => void;
  answer: (result: TokenResult) => void;
  calls: string[];
  options: Map<CardFieldType, CardFieldOptions>;
  tokenCalls: () => number;
};

/** Behaves as in docs/bambora.md, Card field behaviour: one callback per event and token. */
export function fakeCustomCheckout(): FakeCustomCheckout {
  const callbacks = new Map<string, (event: CardEvent) => void>();
  const options = new Map<CardFieldType, CardFieldOptions>();
  const calls: string[] = [];
  let tokenCallback: ((result: TokenResult) => void) | null = null;
  let tokens = 0;
  const fieldOf = (type: CardFieldType): HostedField => ({
    mount: (selector) => calls.push(`mount ${selector}`),
    unmount: () => calls.push(`unmount ${type}`),
    update: (changed) => options.set(type, changed),
    focus: () => calls.push(`focus ${type}`),
    blur: () => calls.push(`blur ${type}`),
    clear: () => calls.push(`clear ${type}`),
  });
  const controller: CustomCheckout = {
    create(type, given) {
      options.set(type, given);
      return fieldOf(type);
    },
    on: (name, callback) => callbacks.set(name, callback),
    createToken(callback) {
      tokens += 1;
      tokenCallback = callback;
    },
  };
  return {
    factory: () => controller,
    emit: (name, event) => callbacks.get(name)?.(event),
    answer: (result) => tokenCallback?.(result),
    calls,
    options,
    tokenCalls: () => tokens,
  };
}
