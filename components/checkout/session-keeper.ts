import type { CheckoutForm } from "./checkout-form";

/**
 * What a browser keeps of a purchase, so that a reload, a change of language or a duplicated tab finds it again. `answered`
 * says that the key got a definite answer: the next change of the form then takes a new key.
 */
export type CheckoutSession = {
  drawId: string;
  idempotencyKey: string;
  answered: boolean;
  orderId: string | null;
  form: CheckoutForm | null;
};

/** Where sessions of one kind are kept, each draw apart; `Notes` is what such a session holds beside. */
export type SessionKeeper<Notes extends object = object> = {
  read: (drawId: string) => CheckoutSession & Partial<Notes>;
  change: (drawId: string, change: Partial<CheckoutSession> & Partial<Notes>) => CheckoutSession & Partial<Notes>;
  renew: (drawId: string) => CheckoutSession & Partial<Notes>;
  /** Stores the form, or null where it must not be kept. */
  keepForm: (drawId: string, form: CheckoutForm | null) => void;
  clear: (drawId: string) => void;
  takeHandover: (drawId: string) => boolean;
};

const handoverPattern = /^#order=([0-9A-HJKMNP-TV-Z]{26})$/;

/** `randomUUID` exists on https and localhost alone; a demo is opened by other names too. */
function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Stored = CheckoutSession & { savedAt?: number };

function isSession(value: unknown, drawId: string): value is Stored {
  const session = value as Partial<Stored> | null;
  return session?.drawId === drawId && typeof session.idempotencyKey === "string";
}

function parseSession(text: string | null, drawId: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isSession(value, drawId) ? value : null;
  } catch {
    return null;
  }
}

/** A form that nobody touched for too long is somebody else's: of such a session only its order is still of use. */
function withoutOldForm(session: Stored, formLifeMs: number): Stored {
  const { drawId, orderId, savedAt = 0 } = session;
  if (Date.now() - savedAt < formLifeMs) return session;
  return { drawId, orderId, idempotencyKey: newKey(), answered: true, form: null };
}

/** A place for texts that remembers as long as the page lives where the browser refuses to store anything. */
function textStore(storageOf: () => Storage) {
  const inMemory = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        return inMemory.get(key) ?? storageOf().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, text: string): void {
      try {
        storageOf().setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
      }
    },
    remove(key: string): void {
      inMemory.delete(key);
      try {
        storageOf().removeItem(key);
      } catch {
        // Nothing could be stored, so nothing is left.
      }
    },
  };
}

/**
 * Keeps sessions in a storage of the browser, under `prefix` and the draw's id. A form is forgotten when nothing was
 * changed for `formLifeMs`.
 */
export function createKeeper<Notes extends object = object>(
  storageOf: () => Storage,
  prefix: string,
  formLifeMs = Number.POSITIVE_INFINITY,
): SessionKeeper<Notes> {
  const texts = textStore(storageOf);
  type Session = CheckoutSession & Partial<Notes>;

  function read(drawId: string): Session {
    const stored = parseSession(texts.read(prefix + drawId), drawId);
    const fresh = { drawId, idempotencyKey: newKey(), answered: false, orderId: null, form: null };
    return (stored ? withoutOldForm(stored, formLifeMs) : fresh) as Session;
  }
  function change(drawId: string, changes: Partial<CheckoutSession> & Partial<Notes>): Session {
    const session = { ...read(drawId), ...changes };
    texts.write(prefix + drawId, JSON.stringify({ ...session, savedAt: Date.now() }));
    return session as Session;
  }
  function begin(drawId: string, changes: Partial<CheckoutSession>): Session {
    return change(drawId, { idempotencyKey: newKey(), answered: false, ...changes } as Session);
  }
  return {
    read,
    change,
    renew: (drawId) => begin(drawId, { orderId: null }),
    keepForm(drawId, form) {
      if (read(drawId).answered) begin(drawId, { form });
      else change(drawId, { form } as Session);
    },
    clear: (drawId) => texts.remove(prefix + drawId),
    takeHandover(drawId) {
      const orderId = handoverPattern.exec(window.location.hash)?.[1];
      if (!orderId) return false;
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, "", pathname + search);
      if (read(drawId).orderId !== orderId) begin(drawId, { orderId });
      return true;
    },
  };
}
