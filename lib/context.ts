import "server-only";

import type { ApplePayGateway } from "@/lib/gateways/apple-pay/port.session";
import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import type { BoardingGateway } from "@/lib/gateways/bambora/port.boarding";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { AppCheck } from "@/lib/gateways/firebase/port.app-check";
import type { IconService } from "@/lib/gateways/icon-service/gateway";
import type { Caller, IpLocationGateway } from "@/lib/gateways/ip-location/gateway";
import type { MailGateway } from "@/lib/gateways/mail/gateway";
import type { PaymentGateway } from "@/lib/gateways/payment/gateway";
import type { PictureHost } from "@/lib/gateways/picture-host/gateway";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import type { Database } from "@/lib/platform/db/database";
import type { Environment } from "@/lib/platform/server/env.schema";
import type { Sealer } from "@/lib/platform/server/seal";
import type { Actor } from "./actor";
import type { Retention } from "./retention";

/** What a use case works with: everything that varies comes from here (docs/design.md, Context of a use case). */
export type Context = {
  db: Database;
  gateway: PaymentGateway;
  /** Null where Apple Pay is not set up. */
  applePay: ApplePayGateway | null;
  /** Null where the boarding of merchants is not set up. */
  boarding: BoardingGateway | null;
  /** Null where no upstream platform has draws: then those that were imported are all. */
  feed: DrawFeed | null;
  probe: SetupProbe;
  /** Null where no icon service is set up. */
  icons: IconService | null;
  /** Where the pictures of draws are. */
  pictures: PictureHost;
  /** Null where nothing tells where an address is. */
  ipLocation: IpLocationGateway | null;
  /** Who made the call that is answered; null where nobody did. */
  caller: Caller | null;
  /** Null where App Check is off. */
  appCheck: AppCheck | null;
  mail: MailGateway;
  sealer: Sealer;
  /** Counts calls of one caller for all processes. */
  calls: CallCounter;
  /** The database's clock; injected in tests. */
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  /** Waits so many ms. */
  wait: (ms: number) => Promise<unknown>;
  actor: Actor;
  /** Demo and test take no real money (docs/design.md, Modes and configuration). */
  mode: Environment["TIRAGE_MODE"];
  /** Origin of our pages, for addresses that leave the site: `https://tickets.example.ca`. */
  checkoutHost: string;
  /** How long what tells who bought is kept. */
  retention: Retention;
};

/** A buyer who has no browser key: fine for reading, and for what is not counted by client. */
