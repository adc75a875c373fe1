import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

const toQueryKey = (name: string) => ["remembered", name] as const;

/** A state that outlives its page, as long as the same person is signed in. It is kept only in memory. */
export function useRememberedState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const queries = useQueryClient();
  const { data } = useQuery<Value>({
    queryKey: toQueryKey(name),
    queryFn: skipToken,
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const remember = useCallback(
    (value: Value) => {
      queries.setQueryData(toQueryKey(name), value);
    },
    [queries, name],
  );
  return [data as Value, remember];
}

/** Resets every remembered state to its initial value. */
export function useClearRememberedState(): () => void {
  const queries = useQueryClient();
  return () => queries.resetQueries({ queryKey: ["remembered"] });
}
