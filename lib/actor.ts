import type { AdminRight } from "./admin-rights";

/**
 * A registered tablet, which sees only the draws of its parent. `maySell` is false while its name, operator or printer
 * is unknown (docs/design.md, Device allocation). It lists the orders placed at it; with `listsOthers`, all orders.
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
 * Who acts. A buyer is identified by the browser's key alone; `isNew` if this call created the key. A named admin key
 * proves `name` and limits `rights`; with `ADMIN_KEY`, `name` is only claimed (decision 058). A verifier may only
 * verify Apple Pay, the upstream platform only define draws (docs/design.md, Draw feed), a monitor only read metrics.
 */
export type Actor =
  | { kind: "buyer"; clientKey: string; isNew?: boolean; address: string | null }
  | ({ kind: "device" } & Device)
  | { kind: "admin"; name?: string; rights: "all" | readonly AdminRight[] }
  | { kind: "verifier" }
  | { kind: "upstream" }
  | { kind: "monitor" };
