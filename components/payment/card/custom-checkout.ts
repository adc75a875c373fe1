/** Documented in docs/bambora.md, Card field interface. */
export type CardFieldType = "card-number" | "expiry" | "cvv";

/** Applied inside the iframe, where our classes and custom properties don't reach. */
export type CardFieldStyle = Record<string, string | Record<string, string>>;

/** An update replaces all options. */
export type CardFieldOptions = {
  placeholder?: string;
  brands?: string[];
  style?: { base?: CardFieldStyle; complete?: CardFieldStyle; empty?: CardFieldStyle; error?: CardFieldStyle };
};

export type HostedField = {
  mount: (cssSelector: string) => void;
  unmount: () => void;
  update: (options: CardFieldOptions) => void;
  focus: () => void;
  blur: () => void;
  clear: () => void;
};

/** `complete` and `empty` may be false. */
export type CardEvent = {
  field: string;
  complete?: boolean;
  empty?: boolean;
  brand?: string;
  type?: string;
};

/** `code` is the HTTP status of the tokenisation, as text or number. */
export type TokenResult = {
  code?: string | number | null;
  token?: string;
  last4?: string;
  error?: { field: string; type: string; message?: string };
};

/** Keeps one callback per event and one for the token. A later one replaces it. */
export type CustomCheckout = {
  create: (type: CardFieldType, options: CardFieldOptions) => HostedField;
  on: (
    event: "brand" | "complete" | "empty" | "error" | "focus" | "blur",
    callback: (event: CardEvent) => void,
  ) => void;
  createToken: (callback: (result: TokenResult) => void) => void;
};

export type CustomCheckoutFactory = () => CustomCheckout;
