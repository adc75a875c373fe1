import { writeFileSync } from "node:fs";

import { iconNames } from "@/components/ui/icon-names";
import { createIconSheet } from "./icons/icon-sheet";

writeFileSync("app/icons.css", createIconSheet(iconNames));
