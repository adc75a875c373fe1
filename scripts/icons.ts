import { writeFileSync } from "node:fs";

import { iconNames } from "@/components/ui/icon-names";
import { iconSheetOf } from "./icons/icon-sheet";

writeFileSync("app/icons.css", iconSheetOf(iconNames));
