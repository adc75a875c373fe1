import { requireNode } from "./node-version.mjs";

requireNode();
