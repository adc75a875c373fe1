import type { Grant } from "./rights";

/**
 * A registered tablet, which sees only the draws of its parent. `maySell` is false while its name, operator or printer
 * is missing (docs/design.md, Device allocation). Without `listsOthers` it lists only orders placed at itself.
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

/** A person signed in to the console. `isFresh` is true for five minutes after using a passkey. */
export type SignedInPerson = { id: string; sessionId: string; isFresh: boolean };

/**
 * The caller of a use case. A buyer is known only by the browser's key (`isNew` if this call created it). The `name` of
 * an admin is proven for a named key, but only claimed with `ADMIN_KEY` (decision 058). A verifier may only verify
 * Apple Pay, `upstream` only define draws (docs/design.md, Draw feed), a monitor only read metrics.
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
