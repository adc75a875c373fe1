import { ErrorScreen } from "@/components/ui/error-screen";

/** Reads nothing of the request: it is part of every page, and would take the page out of the cache. */
export default function NotFoundPage() {
  return <ErrorScreen statusCode={404} />;
}
