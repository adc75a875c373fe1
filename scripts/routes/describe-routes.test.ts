import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { routes } from "@/app/api/routes/table";

import { describeApi, describeOpenApi } from "./describe-routes";

it("docs/api.md has the tables of the routes (otherwise run npm run routes)", () => {
  const page = readFileSync("docs/api.md", "utf8");
  expect(describeApi(page, routes)).toBe(page);
  const written = [...page.matchAll(/^\| `(GET|POST) (\S+)` \|/gm)].length;
  expect(written).toBeGreaterThan(routes.length);
});

it("docs/openapi.json describes the routes (otherwise run npm run routes)", () => {
  expect(readFileSync("docs/openapi.json", "utf8")).toBe(describeOpenApi(routes));
});

it("docs/api.md names each page", () => {
  const pages = readdirSync("app/[locale]", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|\/)page\.tsx$/.test(file),
  );
  const named = readFileSync("docs/api.md", "utf8").split("\n## Pages\n")[1] ?? "";
  const toPath = (file: string) => {
    const folder = file.replaceAll(/\([\w-]+\)\//g, "").replace(/\/?page\.tsx$/, "");
    return `/${folder.replace("[instanceId]/[code]", "[instanceId]/[orderCode]")}`.replaceAll(/\[(\w+)\]/g, "{$1}");
  };
  const paths = pages.map(toPath).filter((path) => path !== "/[...rest]");
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !new RegExp(`\`${path.replaceAll(/[{}]/g, "\\$&")}[\`?]`).test(named))).toEqual([]);
});

it("a changed row is a stale document", () => {
  const changed = routes.map((row) => (row.path === "/api/health" ? { ...row, purpose: "something else" } : row));
  const page = readFileSync("docs/api.md", "utf8");
  expect(describeApi(page, changed)).toContain("| `GET /api/health` |  | something else |");
  expect(describeOpenApi(changed)).not.toBe(readFileSync("docs/openapi.json", "utf8"));
});

it("OpenAPI tells what a call takes and how it refuses", () => {
  const { paths } = JSON.parse(describeOpenApi(routes));
  const call = paths["/api/admin/draws/{id}/zones"].post;
  expect(call.parameters).toEqual([{ name: "id", in: "path", required: true, schema: { type: "string" } }]);
  expect(call.security).toEqual([{ adminKey: [] }, { consoleSession: [] }]);
  const { schema } = call.requestBody.content["application/json"];
  expect(schema).toEqual({
    type: "object",
    properties: { keep: { type: "string", enum: ["instant", "wall-clock"] } },
    required: ["keep"],
    additionalProperties: false,
  });
  expect(call.responses[409].description).toBe("draw-unambiguous, reading-chosen, reading-too-late");
  expect(Object.keys(paths["/api/terminal/orders"])).toEqual(["get", "post"]);
  expect(Object.keys(paths).filter((path) => /[[\]]/.test(path))).toEqual([]);
});
