import { writeFileSync } from "node:fs";

import { fontFile, fontNames, narrowFont } from "./fonts/narrow-fonts";

for (const name of fontNames) writeFileSync(fontFile(name), await narrowFont(name));
