import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** `kept` states aren't reset with the others. */
type StateGroup = "remembered" | "kept";

/** A state that outlives its page, as long as the same person is signed in. It is kept only in memory. */
export function useRememberedState<Value>(
  name: string,
  initial: Value,
  group: StateGroup = "remembered",
): [Value, (value: Value) => void] {
  const queries = useQueryClient();
  const { data } = useQuery<Value>({
    queryKey: [group, name],
    queryFn: skipToken,
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const remember = useCallback(
    (value: Value) => {
      queries.setQueryData([group, name], value);
    },
    [queries, group, name],
  );
  return [data as Value, remember];
}

/** Resets every state that isn't kept to its initial value. */
export function useClearRememberedState(): () => void {
  const queries = useQueryClient();
  return () => queries.resetQueries({ queryKey: ["remembered"] });
}
