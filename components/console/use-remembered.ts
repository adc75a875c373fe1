import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

const keyOf = (name: string) => ["remembered", name] as const;

/** A state that outlives its page, as long as the same person is signed in. It is in memory alone. */
export function useRemembered<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const queries = useQueryClient();
  const { data } = useQuery<Value>({
    queryKey: keyOf(name),
    queryFn: skipToken,
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const remember = useCallback(
    (value: Value) => {
      queries.setQueryData(keyOf(name), value);
    },
    [queries, name],
  );
  return [data as Value, remember];
}

/** Forgets all of it, for who begins anew. */
export function useForgetting(): () => void {
  const queries = useQueryClient();
  return () => queries.resetQueries({ queryKey: ["remembered"] });
}
