import { settleFoundOrder } from "./found-order";
import * as purchase from "./purchase";
import * as watching from "./watch-order";

/** What talks to the server about an order, as one piece: each piece more costs the page that names it. */
export const lateCalls = { ...purchase, ...watching, settleFoundOrder };
