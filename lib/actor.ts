import type { Grant } from "./rights";

/**
 * A registered tablet, which sees only the draws of its parent. `maySell` is false while its name, operator or printer
 * is unknown (docs/design.md, Device allocation). It lists the orders placed at it, or all with `listsOthers`.
 */
export type Device = {
  deviceId: string;
  parentId: string;
  locationId: string;
  name: string;
  operator: string;
  printer: string;
  maySell: boolean;
  listsOthers: boolean;
};

/** A person in a session of the console, `isFresh` for five minutes after a passkey. */
export type SignedInPerson = { id: string; sessionId: string; isFresh: boolean };

/**
 * Who acts. A buyer is identified by the browser's key alone; `isNew` if this call created the key. An admin has a key
 * or is a person in the console: `ADMIN_KEY` has all rights and only claims its `name`, a named key proves it (decision
 * 058), and a person is `isFresh` for five minutes after a passkey. A verifier may only verify Apple Pay, in their own
 * `name` if they are a person, the upstream platform only define draws (docs/design.md, Draw feed), a monitor only read
 * metrics.
 */
export type Actor =
  | { kind: "buyer"; clientKey: string; isNew?: boolean; ipAddress: string | null }
  | ({ kind: "device" } & Device)
  | {
      kind: "admin";
      name?: string;
      grants: "all" | readonly Grant[];
      person?: SignedInPerson;
    }
  | { kind: "verifier"; name?: string; person?: SignedInPerson }
  | { kind: "upstream" }
  | { kind: "monitor" };
