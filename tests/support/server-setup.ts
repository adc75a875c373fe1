import { afterAll } from "vitest";

import { dropDatabases } from "./data-template";

// A test may keep its data directory or remove it by itself: its database goes when the file ends.
afterAll(dropDatabases);
