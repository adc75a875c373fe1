/** Usage: `node --import tsx scripts/write-demo-locations.ts`. */
import { writeFileSync } from "node:fs";

import { demoNetworks, locationDatabase } from "@/sandbox/location-database";

writeFileSync("sandbox/demo-locations.mmdb", locationDatabase(demoNetworks));
