import { newKey } from "@/lib/platform/http/new-key";
import type { CheckoutForm } from "./checkout-form";

/**
 * What a browser keeps of a purchase, so that a reload, a change of language or a duplicated tab finds it again.
 * `answered` says that the key got a definite answer: the next change of the form then takes a new key.
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
  /** The session for a draw; a new one has a key of its own and is not stored yet. */
  read: (drawId: string) => CheckoutSession & Partial<Notes>;
  /** Changes the stored session and gives it as it now is. */
  change: (drawId: string, change: Partial<CheckoutSession> & Partial<Notes>) => CheckoutSession & Partial<Notes>;
  /** Begins anew: another key, no order, the form kept. */
  renew: (drawId: string) => CheckoutSession & Partial<Notes>;
  /**
   * Stores the form, or null where it must not be kept; after a definite answer a changed form is another purchase and
   * gets another key.
   */
  keepForm: (drawId: string, form: CheckoutForm | null) => void;
  /** Forgets everything of a draw. */
  clear: (drawId: string) => void;
  /** Forgets the forms, of every draw, that nobody touched for too long. */
  sweep: () => void;
  /** The draws that have a session. */
  drawIds: () => string[];
  /**
   * Takes an order over from the address (`#order=…`, docs/design.md, Hand-over links) into a session of its own and
   * erases it from the address bar and the history; true when there was one. Must run before any foreign script does:
   * the order's id opens the order.
   */
  takeHandover: (drawId: string) => boolean;
};

const handoverPattern = /^#order=([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * Erases an order that the address hands over (`#order=…`, docs/design.md, Hand-over links) from the address bar and
 * the history, and gives its id; null where there is none. Must run before any foreign script does: the order's id
 * opens the order.
 */
export function eraseHandover(): string | null {
  const orderId = handoverPattern.exec(window.location.hash)?.[1] ?? null;
  const { pathname, search } = window.location;
  if (orderId) window.history.replaceState(window.history.state, "", pathname + search);
  return orderId;
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

/**
 * A form that nobody touched for too long is somebody else's: of such a session hardly more than its order is of use.
 */
function withoutForm({ drawId, orderId }: Stored): Stored {
  return { drawId, orderId, idempotencyKey: newKey(), answered: true, form: null };
}

/** A place for texts that remembers as long as the page lives where the browser refuses to store anything. */
function textStore(storageOf: () => Storage) {
  const inMemory = new Map<string, string>();
  return {
    keys(prefix: string): string[] {
      try {
        return [...inMemory.keys(), ...Object.keys(storageOf())].filter((key) => key.startsWith(prefix));
      } catch {
        return [...inMemory.keys()];
      }
    },
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
 * changed for `formLifeMs`, and all beside the order but what is `lasting`.
 */
export function createKeeper<Notes extends object = object>(
  storageOf: () => Storage,
  prefix: string,
  formLifeMs = Number.POSITIVE_INFINITY,
  lasting: (session: Partial<Notes>) => Partial<Notes> = () => ({}),
): SessionKeeper<Notes> {
  const texts = textStore(storageOf);
  type Session = CheckoutSession & Partial<Notes>;

  function write(session: CheckoutSession): Session {
    texts.write(prefix + session.drawId, JSON.stringify({ ...session, savedAt: Date.now() }));
    return session as Session;
  }
  /** What is too old leaves the storage too, not only the answer. */
  function age(stored: Stored): Session {
    if (Date.now() - (stored.savedAt ?? 0) < formLifeMs) return stored as Session;
    if (stored.orderId) return write({ ...lasting(stored as Session), ...withoutForm(stored) });
    texts.remove(prefix + stored.drawId);
    return withoutForm(stored) as Session;
  }
  function fresh(drawId: string): CheckoutSession {
    return { drawId, idempotencyKey: newKey(), answered: false, orderId: null, form: null };
  }
  function read(drawId: string): Session {
    const stored = parseSession(texts.read(prefix + drawId), drawId);
    return stored ? age(stored) : (fresh(drawId) as Session);
  }
  function change(drawId: string, changes: Partial<CheckoutSession> & Partial<Notes>): Session {
    return write({ ...read(drawId), ...changes });
  }
  function begin(drawId: string, changes: Partial<CheckoutSession>): Session {
    return change(drawId, { idempotencyKey: newKey(), answered: false, ...changes } as Session);
  }
  const drawIds = () => texts.keys(prefix).map((key) => key.slice(prefix.length));
  return {
    read,
    change,
    renew: (drawId) => begin(drawId, { orderId: null }),
    keepForm(drawId, form) {
      if (read(drawId).answered) begin(drawId, { form });
      else change(drawId, { form } as Session);
    },
    clear: (drawId) => texts.remove(prefix + drawId),
    sweep() {
      for (const drawId of drawIds()) read(drawId);
    },
    drawIds,
    takeHandover(drawId) {
      const orderId = eraseHandover();
      if (!orderId) return false;
      // What was typed for another purchase is not this one's.
      if (read(drawId).orderId !== orderId) write({ ...fresh(drawId), orderId });
      return true;
    },
  };
}
