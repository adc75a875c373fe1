import type { Context } from "@/lib/context";
import { changeCredentials } from "@/lib/drafts/change-credentials";
import { createDraft } from "@/lib/drafts/create-draft";
import { saveDraft } from "@/lib/drafts/save-draft";
import type { DraftContent } from "@/lib/drafts/schema";
import { viewDraft } from "@/lib/drafts/view-draft";
import { demoAccount } from "@/sandbox/accounts";

const texts = (en: string, fr: string) => ({ en, fr });

/** What a manager fills in of a 50/50, whose sales last from `startDate` to `endDate` on the clock of its zone. */
export const filledIn: DraftContent = {
  title: texts("Spring 50/50", "50/50 du printemps"),
  organization: "Arena Foundation",
  supportEmail: "help@arena.test",
  license: "RAF123",
  rules: texts("Rules.", "Règlement."),
  startDate: "2026-11-21T09:00",
  endDate: "2026-12-05T21:00",
  prizes: { "Grand Prize": [{ description: texts("Half", "La moitié"), drawDate: "2026-12-06T12:00" }] },
  ticketPriceInfo: [{ id: "p1", tickets: 3, price: 5 }],
  maxTickets: 5000,
  checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
};

export const draftKeys = {
  merchantId: demoAccount.merchantId,
  passcode: demoAccount.passcodes.payments,
  reportingPasscode: demoAccount.passcodes.reporting,
};

type NewDraft = { drawId: string; parentId: string; changes?: DraftContent; hasKeys?: boolean };

/** Sets up a draw that lacks nothing. */
export async function setUpDraft(ctx: Context, { drawId, parentId, changes = {}, hasKeys = true }: NewDraft) {
  const made = await createDraft(ctx, { drawId, parentId, title: "Spring", type: "5050 Cash", province: "ON" });
  if (!made.ok) throw new Error(made.reason);
  const found = await viewDraft(ctx, drawId);
  if (!found.ok) throw new Error(found.reason);
  const { content, revision } = found.view;
  const saved = await saveDraft(ctx, drawId, { revision, content: { ...content, ...filledIn, ...changes } });
  if (!saved.ok) throw new Error(saved.reason);
  if (hasKeys) await changeCredentials(ctx, drawId, { bambora: draftKeys });
  return revision + 1;
}
