import { respondWithMessages, shortenUnchanged } from "@/app/api/locales/respond-with-messages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { refuse } from "@/lib/platform/http/reasons";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ locale: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { locale } = await params;
  const response = await handleRead(request, async () => {
    if (!isLanguage(locale)) return refuse("not-found");
    const { tree, version } = findMessageCatalogue(locale);
    return respondWithMessages(request, tree, version);
  });
  return shortenUnchanged(request, response);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/_i18n/[locale]/messages.json");
