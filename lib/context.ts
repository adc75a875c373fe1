import "server-only";

import type { ApplePayGateway } from "@/lib/gateways/apple-pay/port.session";
import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import type { BoardingGateway } from "@/lib/gateways/bambora/port.boarding";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { AppCheck } from "@/lib/gateways/firebase/port.app-check";
import type { IconService } from "@/lib/gateways/icon-service/port";
import type { ImageHost } from "@/lib/gateways/image-host/port";
import type { IpLocationGateway, LocatedCaller } from "@/lib/gateways/ip-location/port";
import type { MailGateway } from "@/lib/gateways/mail/port";
import type { PaymentGateway } from "@/lib/gateways/payment/port";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import type { Database } from "@/lib/platform/db/database";
import type { Environment } from "@/lib/platform/server/env.schema";
import type { Sealer } from "@/lib/platform/server/seal";
import type { Actor } from "./actor";
import type { Retention } from "./retention";

/**
 * What a use case must not take from its surroundings (docs/design.md, Context of a use case). A gateway that isn't
 * configured is null.
 */
export type Context = {
  db: Database;
  gateway: PaymentGateway;
  applePay: ApplePayGateway | null;
  boarding: BoardingGateway | null;
  feed: DrawFeed | null;
  probe: SetupProbe;
  icons: IconService | null;
  pictures: ImageHost;
  ipLocation: IpLocationGateway | null;
  caller: LocatedCaller | null;
  appCheck: AppCheck | null;
  mail: MailGateway;
  sealer: Sealer;
  calls: CallCounter;
  /** Uses the database's clock. */
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  wait: (ms: number) => Promise<unknown>;
  actor: Actor;
  /** In demo and test no real money is taken (docs/design.md, Modes and configuration). */
  mode: Environment["TIRAGE_MODE"];
  /** Origin for links in emails and redirects: `https://tickets.example.ca`. */
  checkoutHost: string;
  retention: Retention;
};
