import { writeFileSync } from "node:fs";

import { iconNames } from "@/components/ui/icon-names";
import { iconSheetOf } from "./icons/icon-sheet";

/** `npm run icons`: writes the style sheet of the icons, from the package of Lucide. */
writeFileSync("app/icons.css", iconSheetOf(iconNames));
