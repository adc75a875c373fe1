import { writeFileSync } from "node:fs";

import { saleIconNames } from "@/components/terminal/receipt/sale-icon";
import { iconNames } from "@/components/ui/icon-names";
import { pickIcons } from "./parts/pick-icons";

/** `npm run icons`: writes the data of the icons that scripts in the browser hold, from the package of Lucide. */
for (const [file, names] of [
  ["components/ui/icon-data.json", iconNames],
  ["components/terminal/receipt/sale-icon-data.json", saleIconNames],
] as const) {
  writeFileSync(file, `${JSON.stringify(pickIcons(names), null, 2)}\n`);
}
