import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** The server's page may still show the draw from before it opened. */
const rebuildMs = 5000;

export function Rebuild() {
  const router = useRouter();
  useEffect(() => {
    router.refresh();
    const timer = setInterval(() => router.refresh(), rebuildMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
