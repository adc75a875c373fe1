import { readFileSync, writeFileSync } from "node:fs";

import { routes } from "@/app/api/routes/table";
import { describeApi, describeOpenApi } from "./routes/describe-routes";

writeFileSync("docs/api.md", describeApi(readFileSync("docs/api.md", "utf8"), routes));
writeFileSync("docs/openapi.json", describeOpenApi(routes));
