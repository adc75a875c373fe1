import { linkToDraft, setUpByCalls } from "@/tests/support/calls/drafts";
import type { Stop } from "./stop";
import { getWords, goTo } from "./stop";

const parts = { page: "", poster: "/poster", receipt: "/receipt", email: "/email" } as const;

let drafts = 0;

function previewed(part: keyof typeof parts, changes: Record<string, unknown> = {}): Stop {
  const isComplete = Object.keys(changes).length === 0;
  return {
    name: isComplete ? `the preview of a draft: ${part}` : "the preview of an unfinished draft",
    route: `/[id]/preview/[code]${parts[part]}`,
    async open(visit) {
      const { preview } = getWords(visit);
      const drawId = `stop-${Date.now()}-${drafts++}`;
      await setUpByCalls(visit.site.server, { drawId }, changes);
      await goTo(visit, (await linkToDraft(visit.site.server, drawId)) + parts[part]);
      await visit.page.getByText(isComplete ? preview.mark : preview.incomplete).waitFor();
    },
  };
}

export const previewStops: Stop[] = [
  previewed("page"),
  previewed("poster"),
  previewed("receipt"),
  previewed("email"),
  previewed("page", { ticketPriceInfo: [], endDate: "" }),
];
