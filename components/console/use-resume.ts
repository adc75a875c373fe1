import { useQueryClient } from "@tanstack/react-query";

import { currentAdminQuery } from "@/lib/people/client";

/**
 * For a page whose session ended and on which somebody signed in again. It goes on for the same person, and is loaded
 * anew for another, who may see none of what it holds.
 */
export function useResume(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const { queryKey } = currentAdminQuery();
    const personId = queries.getQueryData(queryKey)?.person?.personId;
    const own = await queries.fetchQuery(currentAdminQuery()).catch(() => null);
    if (own?.person?.personId !== personId) {
      window.location.reload();
      // Nothing may go on until the page is gone.
      await new Promise(() => undefined);
    }
    // What was read is not asked for again, as forms that are filled in from it would start anew.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
}
