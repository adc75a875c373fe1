import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** How often the page is asked for anew once sales have opened, in ms: as long as the page cache may keep it. */
const rebuildMs = 5000;

/** Asks for the page anew until it was built for open sales too, and this is not drawn any more. */
export function Rebuild() {
  const router = useRouter();
  useEffect(() => {
    router.refresh();
    const timer = setInterval(() => router.refresh(), rebuildMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
