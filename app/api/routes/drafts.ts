import { createDraftSchema, credentialsSchema, draftRevisionSchema, saveDraftSchema } from "@/lib/drafts/schema";

import type { RouteEntry } from "./row";

/** The calls by which draws are set up. */
export const draftCalls = [
  { call: "GET /api/admin/drafts", right: "draws", purpose: "the drafts of draws in one's scope, the newest first" },
  {
    call: "POST /api/admin/drafts",
    right: "draws",
    purpose:
      "start to set up a new draw, the next one after `copyOf`, or changes to a stored draw, whose draft is continued if there is one; `content` is a definition's fields of the set-up, `revision` an earlier version to begin with",
    input: createDraftSchema,
    answers: [201],
    refusals: ["draw-not-found", "draw-of-feed"],
  },
  {
    call: "GET /api/admin/draws/[id]/definition",
    right: "draws",
    purpose:
      "the definition of a draw, or with `of=draft` of its draft, as an import takes it: without credentials, which an import then keeps",
    refusals: ["draw-not-found", "draft-not-found"],
  },
  {
    call: "GET /api/admin/drafts/[id]",
    right: "draws",
    purpose: "a draft with its `problems` by field and the `checks` that keep its sales from opening",
    refusals: ["draft-not-found"],
  },
  {
    call: "POST /api/admin/drafts/[id]",
    right: "draws",
    purpose:
      "save all of a draft, also unfinished; `revision` is the one that was read, and another by now is `draw-edited`; dates without an offset are times of the draw's zone",
    input: saveDraftSchema,
    refusals: ["draft-not-found", "draw-edited"],
  },
  {
    call: "POST /api/admin/drafts/[id]/publish",
    right: "draws",
    purpose: "make a draft the draw's definition, which goes on sale by its dates, and end the draft",
    input: draftRevisionSchema,
    refusals: [
      "passkey-required",
      "draft-not-found",
      "draft-incomplete",
      "draw-edited",
      "draw-of-feed",
      "draw-locked",
      "draw-cancelled",
      "ip-source-required",
      "draw-not-found",
    ],
  },
  {
    call: "POST /api/admin/drafts/[id]/discard",
    right: "draws",
    purpose: "end a draft without applying it",
    input: draftRevisionSchema,
    refusals: ["draft-not-found", "draw-edited"],
  },
  {
    call: "POST /api/admin/drafts/[id]/preview",
    right: "draws",
    purpose:
      "make a link to the draft's page, poster, receipt and email as buyers will see them, which works for 7 days or until the next link is made or the draft ends",
    answers: [201],
    refusals: ["draft-not-found"],
  },
  {
    call: "POST /api/admin/drafts/[id]/try",
    right: "draws",
    purpose:
      "make a test draw of a draft, in no list and for 7 days at most, in which whole purchases work with test cards; never in live mode",
    answers: [201],
    refusals: [
      "draft-not-found",
      "draft-incomplete",
      "live-mode",
      "too-many-copies",
      "draw-edited",
      "draw-locked",
      "ip-source-required",
      "draw-not-found",
    ],
  },
  {
    call: "POST /api/admin/draws/[id]/credentials",
    right: "draws",
    purpose:
      "store the merchant account of a draw, or of one that is being set up; the bank is asked at once, and passcodes are never shown; an account of another parent needs the right everywhere",
    input: credentialsSchema,
    refusals: ["passkey-required", "draw-not-found", "draw-locked"],
  },
] as const satisfies readonly RouteEntry[];
