import { createKey } from "@/lib/platform/http/browser/new-key";
import type { CheckoutForm } from "./checkout-form";

/** Stored per tab, to survive a reload and a change of language. */
export type CheckoutSession = {
  drawId: string;
  idempotencyKey: string;
  /** The key got a definite answer, so the next change of the form takes a new key. */
  answered: boolean;
  orderId: string | null;
  form: CheckoutForm | null;
};

export type SessionStore<Notes extends object = object> = {
  read: (drawId: string) => CheckoutSession & Partial<Notes>;
  change: (drawId: string, change: Partial<CheckoutSession> & Partial<Notes>) => CheckoutSession & Partial<Notes>;
  renew: (drawId: string) => CheckoutSession & Partial<Notes>;
  /** Null clears the form. After a definite answer, a changed form is another purchase and gets a new key. */
  storeForm: (drawId: string, form: CheckoutForm | null) => void;
  clear: (drawId: string) => void;
  sweep: () => void;
  drawIds: () => string[];
  /** Moves an order from the address into its own session (see `takeHandoverOrderId`). */
  takeHandover: (drawId: string) => boolean;
};

const handoverPattern = /^#order=([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * Returns the id of `#order=…` (docs/design.md, Hand-over links) and removes it from address bar and history. Must run
 * before any third-party script, because the id gives access to the order.
 */
export function takeHandoverOrderId(): string | null {
  const orderId = handoverPattern.exec(window.location.hash)?.[1] ?? null;
  const { pathname, search } = window.location;
  if (orderId) window.history.replaceState(window.history.state, "", pathname + search);
  return orderId;
}

type StoredSession = CheckoutSession & { savedAt?: number };

function isSession(value: unknown, drawId: string): value is StoredSession {
  const session = value as Partial<StoredSession> | null;
  return session?.drawId === drawId && typeof session.idempotencyKey === "string";
}

function parseSession(text: string | null, drawId: string): StoredSession | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isSession(value, drawId) ? value : null;
  } catch {
    return null;
  }
}

/** An expired form may be another buyer's, so only the order remains. */
function withoutForm({ drawId, orderId }: StoredSession): StoredSession {
  return { drawId, orderId, idempotencyKey: createKey(), answered: true, form: null };
}

/** Falls back to memory if the browser's storage is blocked or full. */
function createTextStore(getStorage: () => Storage) {
  const inMemory = new Map<string, string>();
  return {
    keys(prefix: string): string[] {
      try {
        return [...inMemory.keys(), ...Object.keys(getStorage())].filter((key) => key.startsWith(prefix));
      } catch {
        return [...inMemory.keys()];
      }
    },
    read(key: string): string | null {
      try {
        return inMemory.get(key) ?? getStorage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, text: string): void {
      try {
        getStorage().setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
      }
    },
    remove(key: string): void {
      inMemory.delete(key);
      try {
        getStorage().removeItem(key);
      } catch {
        // A storage that throws has no text.
      }
    },
  };
}

/**
 * Stored under `prefix` and the draw's id. After `formLifeMs` without a change, only the order and the `lasting` notes
 * remain.
 */
export function createSessionStore<Notes extends object = object>(
  getStorage: () => Storage,
  prefix: string,
  formLifeMs = Number.POSITIVE_INFINITY,
  lasting: (session: Partial<Notes>) => Partial<Notes> = () => ({}),
): SessionStore<Notes> {
  const texts = createTextStore(getStorage);
  type Session = CheckoutSession & Partial<Notes>;

  function write(session: CheckoutSession): Session {
    texts.write(prefix + session.drawId, JSON.stringify({ ...session, savedAt: Date.now() }));
    return session as Session;
  }
  function expire(entry: StoredSession): Session {
    if (Date.now() - (entry.savedAt ?? 0) < formLifeMs) return entry as Session;
    if (entry.orderId) return write({ ...lasting(entry as Session), ...withoutForm(entry) });
    texts.remove(prefix + entry.drawId);
    return withoutForm(entry) as Session;
  }
  function createSession(drawId: string): CheckoutSession {
    return { drawId, idempotencyKey: createKey(), answered: false, orderId: null, form: null };
  }
  function read(drawId: string): Session {
    const entry = parseSession(texts.read(prefix + drawId), drawId);
    return entry ? expire(entry) : (createSession(drawId) as Session);
  }
  function change(drawId: string, changes: Partial<CheckoutSession> & Partial<Notes>): Session {
    return write({ ...read(drawId), ...changes });
  }
  function startPurchase(drawId: string, changes: Partial<CheckoutSession>): Session {
    return change(drawId, { idempotencyKey: createKey(), answered: false, ...changes } as Session);
  }
  const drawIds = () => texts.keys(prefix).map((key) => key.slice(prefix.length));
  return {
    read,
    change,
    renew: (drawId) => startPurchase(drawId, { orderId: null }),
    storeForm(drawId, form) {
      if (read(drawId).answered) startPurchase(drawId, { form });
      else change(drawId, { form } as Session);
    },
    clear: (drawId) => texts.remove(prefix + drawId),
    sweep() {
      for (const drawId of drawIds()) read(drawId);
    },
    drawIds,
    takeHandover(drawId) {
      const orderId = takeHandoverOrderId();
      if (!orderId) return false;
      if (read(drawId).orderId !== orderId) write({ ...createSession(drawId), orderId });
      return true;
    },
  };
}
