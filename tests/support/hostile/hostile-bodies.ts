export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type HostileBody = {
  name: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  chunked?: boolean;
  reasons: string[];
  field?: string;
};

const unreadable = ["malformed-json"];
const unsupported = ["content-type-unsupported"];
const tooLarge = ["body-too-large"];
const invalid = ["invalid-input"];

export function replaceAt(value: Json, path: string[], by: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, Json>;
  copy[key] = replaceAt(copy[key] ?? null, rest, by);
  return copy;
}

export function hostileBodies(valid: Json): HostileBody[] {
  const text = JSON.stringify(valid);
  const others = ["null", "[]", "[[]]", '"text"', "1", "true", "{}", `[${text}]`];
  return [
    ...unreadableBodies(text),
    ...wrongTransports(text),
    ...others.map((body) => ({ name: `the value ${body.slice(0, 20)}`, body, reasons: invalid })),
    ...unknownFields(valid),
    ...wrongLeaves(valid),
  ];
}

function unreadableBodies(valid: string): HostileBody[] {
  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const bodies: [string, string | Buffer, string[]][] = [
    ["nothing", "", unreadable],
    ["half of an object", valid.slice(0, -1), unreadable],
    ["something after the end", `${valid}x`, unreadable],
    ["two values", valid + valid, unreadable],
    ["single quotes", valid.replaceAll('"', "'"), unreadable],
    ["a comment", `/* */${valid}`, unreadable],
    ["NaN", '{"instanceId":NaN}', unreadable],
    ["Infinity", '{"instanceId":-Infinity}', unreadable],
    ["a hexadecimal number", '{"instanceId":0x10}', unreadable],
    ["two byte order marks", `\ufeff\ufeff${valid}`, unreadable],
    ["UTF-16", Buffer.from(valid, "utf16le"), unreadable],
    ["Latin-1", Buffer.from('{"instanceId":"é"}', "latin1"), unreadable],
    ["an overlong NUL", Buffer.from([0x22, 0xc0, 0x80, 0x22]), unreadable],
    ["half of a surrogate pair in bytes", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), unreadable],
    ["a raw NUL", '"\0"', unreadable],
    ["an escaped NUL", '{"instanceId":"a\\u0000"}', unreadable],
    ["half of a surrogate pair", '{"instanceId":"\\ud800"}', unreadable],
    ["half of a surrogate pair as a key", '{"\\udfff":1}', unreadable],
    ["100,000 brackets", "[".repeat(100_000), tooLarge],
    ["60,000 brackets that are not closed", "[".repeat(60_000), unreadable],
    ["30,000 nested lists", deep("[", "]", 30_000), [...unreadable, ...invalid]],
    ["10,000 nested objects", deep('{"a":', "}", 10_000), [...unreadable, ...invalid]],
  ];
  return bodies.map(([name, body, reasons]) => ({ name, body, reasons }));
}

function wrongTransports(valid: string): HostileBody[] {
  const padded = valid + " ".repeat(64 * 1024);
  const types = [
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/json-patch+json",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    'application/json; charset="iso-8859-1"',
  ];
  const encodings = ["gzip", "br", "deflate", "zstd", "identity, gzip", "x"];
  return [
    { name: "more than 64 KiB", body: padded, reasons: tooLarge },
    { name: "more than 64 KiB in chunks", body: padded, chunked: true, reasons: tooLarge },
    { name: "a length that lies", body: valid, headers: { "content-length": "99999999" }, reasons: tooLarge },
    ...types.map((type) => ({
      name: `type ${type}`,
      body: valid,
      headers: { "content-type": type },
      reasons: unsupported,
    })),
    ...encodings.map((encoding) => ({
      name: `encoding ${encoding}`,
      body: valid,
      headers: { "content-encoding": encoding },
      reasons: unsupported,
    })),
  ];
}

function listLeaves(value: Json, path: string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, part]) => listLeaves(part, [...path, key]));
}

const rawNumber = "a number that JSON cannot write";

/** Replaces each leaf by an object, a list, and an infinite number. */
function wrongLeaves(valid: Json): HostileBody[] {
  return listLeaves(valid).flatMap((path) => {
    const field = path.join(".");
    const replaced = (by: Json) => JSON.stringify(replaceAt(valid, path, by));
    const bodies = [
      { name: `an object as ${field}`, body: replaced({ $ne: 1 }) },
      { name: `a list as ${field}`, body: replaced([[]]) },
      { name: `1e999 as ${field}`, body: replaced(rawNumber).replace(JSON.stringify(rawNumber), "1e999") },
      { name: `-1e999 as ${field}`, body: replaced(rawNumber).replace(JSON.stringify(rawNumber), "-1e999") },
    ];
    return bodies.map((body) => ({ ...body, reasons: invalid, field }));
  });
}

/** Adds prices from the client, and keys such as `__proto__`. */
function unknownFields(valid: Json): HostileBody[] {
  const names = ["price", "amountCents", "status", "isTest", "__proto__", "constructor", "toString", "x".repeat(5000)];
  const text = JSON.stringify(valid);
  return names.map((name) => ({
    name: `an unknown field ${name.slice(0, 20)}`,
    body: `{${JSON.stringify(name)}:{"isAdmin":true},${text.slice(1)}`,
    reasons: invalid,
    field: name,
  }));
}
