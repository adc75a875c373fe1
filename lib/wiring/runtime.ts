import "server-only";

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { checkInstallation } from "@/lib/draws/installation/check-installation";
import { createApplePayGateway } from "@/lib/gateways/apple-pay/gateway.apple-pay";
import { createSetupProbe } from "@/lib/gateways/apple-pay/gateway.setup";
import type { ApplePayGateway } from "@/lib/gateways/apple-pay/port.session";
import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";
import { createBoardingGateway } from "@/lib/gateways/bambora/gateway.boarding";
import type { BoardingGateway } from "@/lib/gateways/bambora/port.boarding";
import { createDrawFeed } from "@/lib/gateways/draw-feed/gateway.draw-feed";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import { createAppCheck } from "@/lib/gateways/firebase/gateway.app-check";
import type { AppCheck } from "@/lib/gateways/firebase/port.app-check";
import { createIconService } from "@/lib/gateways/icon-service/gateway.iconify";
import type { IconService } from "@/lib/gateways/icon-service/port";
import { createImageHost } from "@/lib/gateways/image-host/gateway.images";
import type { ImageHost } from "@/lib/gateways/image-host/port";
import { createDatabaseLocation } from "@/lib/gateways/ip-location/gateway.database";
import { createHeaderLocation } from "@/lib/gateways/ip-location/gateway.header";
import type { IpLocationGateway } from "@/lib/gateways/ip-location/port";
import { createSmtpGateway } from "@/lib/gateways/mail/gateway.smtp";
import type { MailGateway } from "@/lib/gateways/mail/port";
import type { PaymentGateway } from "@/lib/gateways/payment/port";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import { createCallCounter, createFallbackCounts } from "@/lib/platform/db/call-counts";
import type { DatabaseClock } from "@/lib/platform/db/clock";
import { openClock } from "@/lib/platform/db/clock";
import type { OpenDatabase, Purpose } from "@/lib/platform/db/database";
import { ping } from "@/lib/platform/db/database";
import { checkPostgres, migratePostgres } from "@/lib/platform/db/migrate-postgres";
import { openPglite } from "@/lib/platform/db/open-pglite";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { requireDurability } from "@/lib/platform/db/require-durability";
import { iconLoader } from "@/lib/platform/http/icon-loader";
import type { JobWatch } from "@/lib/platform/jobs/watch-jobs";
import { env, isBuilding, toKeyRing } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings } from "@/lib/platform/server/env.gateways";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import type { Sealer } from "@/lib/platform/server/seal";
import { measureGateway } from "./measure-gateway";

export type Runtime = OpenDatabase & {
  clock: DatabaseClock;
  gateway: PaymentGateway;
  applePay: ApplePayGateway | null;
  boarding: BoardingGateway | null;
  feed: DrawFeed | null;
  probe: SetupProbe;
  icons: IconService | null;
  pictures: ImageHost;
  ipLocation: IpLocationGateway | null;
  appCheck: AppCheck | null;
  mail: MailGateway;
  sealer: Sealer;
  calls: Record<Purpose, CallCounter>;
  jobs: JobWatch | null;
  draining: boolean;
};

/** A social card is drawn without a picture that loads more slowly. */
const pictureTimeoutMs = 2000;

/**
 * Opens the runtime once, at the first call, because two embedded databases would destroy their shared directory.
 * Throws during a build.
 */
export function runtime(): Promise<Runtime> {
  if (isBuilding()) throw new Error("The database is not opened during a build.");
  return oncePerProcess("tirageRuntime", openRuntime);
}

/**
 * Returns null if the process isn't ready. Pings the sales pool, so waiting reads and jobs don't take the process out
 * of service.
 */
export async function readReadiness(): Promise<{ stalledJobs: string[] } | null> {
  try {
    const { pools, jobs, draining } = await runtime();
    if (draining) return null;
    await ping(pools.sales);
    return { stalledJobs: jobs?.latest() ?? [] };
  } catch {
    return null;
  }
}

function openIpLocation(): IpLocationGateway | null {
  const { IP_LOCATION_HEADER: header, IP_LOCATION_DATABASE: file, TRUSTED_PROXY_HOPS: hops } = env();
  if (header) return createHeaderLocation({ names: header.split(","), hops });
  return file ? createDatabaseLocation({ file }) : null;
}

function openDrawFeed(): DrawFeed | null {
  const { DRAWS_URL: url, DRAWS_TOKEN: token = null, DRAWS_REFRESH_SECONDS: seconds } = env();
  return url ? createDrawFeed({ url, token, refreshMs: seconds * 1000 }) : null;
}

/** Migrates PostgreSQL in a demo only. In other modes `npm run migrate` does (decision 056). */
async function preparePostgres(url: string): Promise<void> {
  const { TIRAGE_MODE: mode, MIGRATE_LOCK_MS: lockMs, MIGRATE_TRIES: tries } = env();
  if (mode === "demo") await migratePostgres(url, { lockMs, tries });
  await checkPostgres(url);
}

async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATA_DIR } = env();
  if (!url) return openPglite(DATA_DIR);
  const { DATABASE_SALES_CONNECTIONS: sales, DATABASE_READS_CONNECTIONS: reads } = env();
  return openPostgres(url, { sales, reads, jobs: env().DATABASE_JOBS_CONNECTIONS }, preparePostgres);
}

async function openRuntime(): Promise<Runtime> {
  const { TIRAGE_MODE: mode, BAMBORA_API_URL, SMTP_URL } = env();
  const { BAMBORA_BOARDING_URL: url, BAMBORA_BOARDING_TOKEN: token } = env();
  const { APPLE_PAY_DOMAIN_FILE: domainFile, CHECKOUT_HOST: checkoutHost } = env();
  const { ICON_SERVICE_URL: iconUrl } = env();
  const applePay = applePaySettings(env());
  const appCheck = appCheckSettings(env());
  const database = await openDatabase();
  const { sales, reads, jobs } = database.pools;
  const fallbackCounts = createFallbackCounts();
  const random = (bytes: number) => randomBytes(bytes);
  const sealer = await checkInstallation({ db: sales, mode, random, ring: toKeyRing(env()) });
  // The embedded database flushes by itself and has no standby.
  if (!database.embedded)
    await requireDurability(sales, { isLive: mode === "live", expectedStandbys: env().DATABASE_STANDBYS });
  return {
    ...database,
    clock: await openClock(sales),
    gateway: measureGateway(createBamboraGateway({ apiUrl: BAMBORA_API_URL })),
    applePay: applePay && createApplePayGateway(applePay),
    boarding: url && token ? createBoardingGateway({ url, token }) : null,
    feed: openDrawFeed(),
    probe: createSetupProbe({ applePay, domainFile, checkoutHost }),
    icons: iconUrl ? createIconService({ url: iconUrl, timeoutMs: iconLoader.timeout }) : null,
    pictures: createImageHost({ folder: join(process.cwd(), "public"), timeoutMs: pictureTimeoutMs }),
    ipLocation: openIpLocation(),
    appCheck: appCheck && createAppCheck(appCheck),
    mail: createSmtpGateway({ url: SMTP_URL }),
    sealer,
    calls: {
      sales: createCallCounter(sales, fallbackCounts),
      reads: createCallCounter(reads, fallbackCounts),
      jobs: createCallCounter(jobs, fallbackCounts),
    },
    jobs: null,
    draining: false,
  };
}
