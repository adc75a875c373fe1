import { useEffect } from "react";

/**
 * Gives the document another title for as long as `title` is not null: what somebody in another tab sees of the page.
 */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
