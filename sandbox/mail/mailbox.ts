import PostalMime from "postal-mime";

/** Bodies are decoded. `to` has the envelope's recipients, `from` is the header's. */
export type ReceivedMail = {
  id: number;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  messageId: string;
  headers: { name: string; value: string }[];
  html: string;
  text: string;
};

/** Lists the oldest first and keeps the last `maxMails`. */
export type Mailbox = {
  receive: (raw: Uint8Array, to: string[], receivedAt: Date) => void;
  list: (recipient?: string) => Promise<ReceivedMail[]>;
  find: (id: number) => Promise<ReceivedMail | undefined>;
  clear: () => void;
};

export const maxMails = 2000;

/** A mail is parsed when it is first read, because most are never read. */
type StoredMail = Pick<ReceivedMail, "id" | "to" | "receivedAt"> & { raw: Uint8Array; read?: Promise<ReceivedMail> };

export function createMailbox(): Mailbox {
  const mails: StoredMail[] = [];
  let lastId = 0;
  return {
    receive(raw, to, receivedAt) {
      lastId += 1;
      mails.push({ id: lastId, receivedAt: receivedAt.toISOString(), to, raw });
      if (mails.length > maxMails) mails.shift();
    },
    list: (recipient) =>
      Promise.all(mails.filter(({ to }) => recipient === undefined || to.includes(recipient)).map(read)),
    find: async (id) => {
      const found = mails.find((mail) => mail.id === id);
      return found && read(found);
    },
    clear: () => {
      mails.length = 0;
    },
  };
}

/** Inlines the attached pictures to which the HTML refers by id, as a mail program does. */
function inlineAttachments(
  html: string,
  attachments: Awaited<ReturnType<typeof PostalMime.parse>>["attachments"],
): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId || typeof content === "string") return shown;
    const data = `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString("base64")}`;
    return shown.replaceAll(`cid:${contentId.replace(/^<|>$/g, "")}`, data);
  }, html);
}

async function parse({ id, to, receivedAt, raw }: StoredMail): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  return {
    id,
    receivedAt,
    from: mail.from ? `${mail.from.name} <${mail.from.address ?? ""}>` : "",
    to,
    subject: mail.subject ?? "",
    messageId: mail.messageId ?? "",
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    html: inlineAttachments(mail.html ?? "", mail.attachments),
    text: mail.text ?? "",
  };
}

function read(mail: StoredMail): Promise<ReceivedMail> {
  mail.read ??= parse(mail);
  return mail.read;
}
