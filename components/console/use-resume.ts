import { useQueryClient } from "@tanstack/react-query";

import { currentAdminQuery } from "@/lib/people/client";

/**
 * Continues a page after its session ended and a person signed in again. Reloads if it is another person, because they
 * may not see its content.
 */
export function useResume(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const { queryKey } = currentAdminQuery();
    const personId = queries.getQueryData(queryKey)?.person?.personId;
    const admin = await queries.fetchQuery(currentAdminQuery()).catch(() => null);
    if (admin?.person?.personId !== personId) {
      window.location.reload();
      // Never resolves, so that nothing continues before the reload.
      await new Promise(() => undefined);
    }
    // Only failed reads are repeated, because new data would reset forms that were filled in from the old.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
}
