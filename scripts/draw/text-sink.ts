import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";

import { CommandError } from "@/scripts/command/admin-client";

/** A slow reader makes the writer wait. `discard` leaves no file. */
export type TextSink = {
  write: (text: string) => Promise<void>;
  end: () => Promise<void>;
  discard: () => Promise<void>;
};

/** In characters. Writing line by line is ten times slower. */
const chunkSize = 64 * 1024;

/** Ends the process quietly when the reader is gone, as with `| head`. */
export function openOutput(): TextSink {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(1);
    throw error;
  });
  const { write, flush } = createBuffer(process.stdout);
  return { write, end: flush, discard: flush };
}

/** The file ends in `.part` until it is complete. Throws `CommandError`. */
export function openFile(path: string): TextSink {
  const draft = `${path}.part`;
  const stream = createWriteStream(draft);
  let failure: Error | undefined;
  stream.on("error", (error) => {
    failure = error;
  });
  const { write, flush } = createBuffer(stream);

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => {
      failure ??= error;
    });
    if (failure) throw new CommandError(`Can't write ${path}: ${failure.message}`);
  }

  async function complete(): Promise<void> {
    await flush();
    stream.end();
    await once(stream, "close");
    if (!failure) await rename(draft, path);
  }

  return {
    write: (text) => attempt(() => write(text)),
    end: () => attempt(complete),
    discard: async () => {
      stream.destroy();
      if (!stream.closed) await once(stream, "close");
      await rm(draft, { force: true });
    },
  };
}

function createBuffer(stream: Writable): { write: TextSink["write"]; flush: () => Promise<void> } {
  let text = "";
  async function flush(): Promise<void> {
    const sent = text;
    text = "";
    if (sent && !stream.write(sent)) await once(stream, "drain");
  }
  return {
    flush,
    write: async (more) => {
      text += more;
      if (text.length >= chunkSize) await flush();
    },
  };
}
