import type { AdminRight } from "./admin-rights";

/**
 * A registered tablet and who works at it; it sees the draws of its parent alone. `maySell` is false while its name,
 * operator or printer is not known (docs/design.md, Device allocation): then it may look. Its lists are of what was
 * placed at it; with `listsOthers`, of everybody's orders.
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

/**
 * Who acts. A buyer is known by a key of the browser, for what it holds and pays, and by nothing else; `isNew` when the
 * browser brought none and was given one with this call. An admin has a key: a named one proves `name` and has some
 * `rights`, `ADMIN_KEY` has all, and `name` is then only claimed (decision 058). A verifier is an admin in a browser,
 * who may do no more than verify Apple Pay. A device is known by its credential. The upstream platform, whose draws are
 * fetched (docs/design.md, Draw feed), may do no more than define them. A monitor has the metrics token and may do no
 * more than read metrics.
 */
export type Actor =
  | { kind: "buyer"; clientKey: string; isNew?: boolean; address: string | null }
  | ({ kind: "device" } & Device)
  | { kind: "admin"; name?: string; rights: "all" | readonly AdminRight[] }
  | { kind: "verifier" }
  | { kind: "upstream" }
  | { kind: "monitor" };
