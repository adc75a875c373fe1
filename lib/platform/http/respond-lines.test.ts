import { describe, expect, it, vi } from "vitest";

import { respondDownload, respondLines, streamRecords } from "./respond-lines";

async function readLines(response: Response): Promise<unknown[]> {
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const record = (at: number) => ({ at, filling: "x".repeat(10_000) });

describe("respondLines", () => {
  it("writes one document per line, uncacheable", async () => {
    async function* records() {
      yield { text: "two\nlines" };
      yield { text: "é" };
    }
    const response = respondLines("request-1", records());
    expect(await readLines(response)).toEqual([{ text: "two\nlines" }, { text: "é" }]);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("x-request-id")).toBe("request-1");
  });

  it("ends with a line that says so if its source fails halfway, and logs the cause", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    async function* records() {
      yield { kind: "first" };
      throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
    }
    expect(await readLines(respondLines("request-2", records()))).toEqual([
      { kind: "first" },
      { kind: "failed", reason: "service-unavailable", requestId: "request-2" },
    ]);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining("request-2"));
  });

  it("makes its source wait for a slow client and stops it when the client disconnects", async () => {
    let count = 0;
    let ended = false;
    async function* records() {
      try {
        for (; count < 1000; count += 1) yield record(count);
      } finally {
        ended = true;
      }
    }
    const reader = respondLines("request-3", records()).body?.getReader();
    await reader?.read();
    expect(count).toBeLessThan(50);
    await reader?.cancel();
    expect(ended).toBe(true);
    expect(count).toBeLessThan(50);
  });
});

describe("respondDownload", () => {
  const file = { type: "text/csv; charset=utf-8", name: "orders.csv" };

  it("is a file to keep, uncacheable", async () => {
    async function* download() {
      yield "a,b\r\n";
      yield "é,1\r\n";
    }
    const response = respondDownload("request-1", { download: download(), ...file });
    expect(await response.text()).toBe("a,b\r\né,1\r\n");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("breaks off if its source fails halfway, and logs the cause", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    async function* download() {
      yield "a,b\r\n";
      throw new Error("Connection terminated");
    }
    await expect(respondDownload("request-2", { download: download(), ...file }).text()).rejects.toThrow();
    expect(logged).toHaveBeenCalledWith(expect.stringContaining("request-2"));
  });
});

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("streamRecords", () => {
  it("records come as the work reports them, and its result last", async () => {
    const read: unknown[] = [];
    const records = streamRecords<number, string>(async (report) => {
      report(1);
      report(2);
      await soon();
      report(3);
      return "done";
    });
    for await (const record of records) read.push(record);
    expect(read).toEqual([1, 2, 3, "done"]);
  });

  it("work that fails makes its reader fail after the records before", async () => {
    const read: unknown[] = [];
    const reading = async () => {
      for await (const record of streamRecords<number, string>(async (report) => {
        report(1);
        throw new Error("lost");
      }))
        read.push(record);
    };
    await expect(reading()).rejects.toThrow("lost");
    expect(read).toEqual([1]);
  });

  it("work stops at its next record once nobody reads", async () => {
    let reported = 0;
    const records = streamRecords<number, string>(async (report) => {
      for (;;) {
        report(reported);
        reported += 1;
        await soon();
      }
    });
    await records.next();
    await records.return("");
    const before = reported;
    for (let turn = 0; turn < 5; turn += 1) await soon();
    expect(reported).toBeLessThanOrEqual(before + 1);
  });
});
