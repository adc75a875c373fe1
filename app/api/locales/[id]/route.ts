import { respondWithMessages, shortenUnchanged } from "@/app/api/locales/respond-with-messages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { refuse } from "@/lib/platform/http/reasons";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { handleRead } from "@/lib/wiring/handle-call";

/** `id` is a language. Next requires one name per segment, and in the route below it is a draw's id. */
type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id: language } = await params;
  const response = await handleRead(request, async () => {
    if (!isLanguage(language)) return refuse("not-found");
    const { tree, version } = findMessageCatalogue(language);
    return respondWithMessages(request, { data: tree }, version);
  });
  return shortenUnchanged(request, response);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/locales/[id]");
