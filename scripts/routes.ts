import { readFileSync, writeFileSync } from "node:fs";

import { routes } from "@/app/api/routes/table";
import { describeApi, describeOpenApi } from "./routes/describe-routes";

/** `npm run routes`: writes the tables of docs/api.md and docs/openapi.json from the table of routes. */
writeFileSync("docs/api.md", describeApi(readFileSync("docs/api.md", "utf8"), routes));
writeFileSync("docs/openapi.json", describeOpenApi(routes));
