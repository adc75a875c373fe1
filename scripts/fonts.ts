import { writeFileSync } from "node:fs";

import { fontFile, fontNames, narrowFont } from "./fonts/narrow-fonts";

/** `npm run fonts`: writes the fonts of the pages, from the packages of Fontsource. */
for (const name of fontNames) writeFileSync(fontFile(name), await narrowFont(name));
