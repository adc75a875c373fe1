/** Kinds of hosted field (docs/bambora.md, Card field interface). */
export type CardFieldType = "card-number" | "expiry" | "cvv";

/** Look of a field inside its frame; neither our classes nor our custom properties reach in there. */
export type CardFieldStyle = Record<string, string | Record<string, string>>;

/** Options of a field; an update replaces all of them. */
export type CardFieldOptions = {
  placeholder?: string;
  brands?: string[];
  style?: { base?: CardFieldStyle; complete?: CardFieldStyle; empty?: CardFieldStyle; error?: CardFieldStyle };
};

/** A hosted field. It has no events of its own. */
export type HostedField = {
  mount: (cssSelector: string) => void;
  unmount: () => void;
  update: (options: CardFieldOptions) => void;
  focus: () => void;
  blur: () => void;
  clear: () => void;
};

/** What an event tells; `complete` and `empty` come with false as well. */
export type CardEvent = {
  field: string;
  complete?: boolean;
  empty?: boolean;
  brand?: string;
  type?: string;
};

/** Answer to `createToken`; `code` is the HTTP status of the tokenisation, as text or number. */
export type TokenResult = {
  code?: string | number | null;
  token?: string;
  last4?: string;
  error?: { field: string; type: string; message?: string };
};

/** Bambora's controller. It keeps one callback for each event and one for the token: a later one takes its place. */
export type CustomCheckout = {
  create: (type: CardFieldType, options: CardFieldOptions) => HostedField;
  on: (
    event: "brand" | "complete" | "empty" | "error" | "focus" | "blur",
    callback: (event: CardEvent) => void,
  ) => void;
  createToken: (callback: (result: TokenResult) => void) => void;
};

/** `window.customcheckout`. */
export type CustomCheckoutFactory = () => CustomCheckout;
