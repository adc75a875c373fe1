/** A DER value: the tag, the content's length in as few bytes as possible, and the content. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

export function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

export function text(value: string): Buffer {
  return der(0x0c, Buffer.from(value, "utf8"));
}

/** BIT STRING of whole bytes. */
export function bits(content: Uint8Array): Buffer {
  return der(0x03, Buffer.from([0]), content);
}

/** OBJECT IDENTIFIER from dotted text such as `2.5.4.3`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

/** UTCTime, which ends in 2049. */
export function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`, "latin1"));
}

/** `path` has an index per nesting level, from the outermost value inwards. */
export function valueAt(values: Buffer, [place = 0, ...rest]: readonly number[]): { content: Buffer; bytes: Buffer } {
  let [from, start, end] = [0, 0, 0];
  for (let at = 0; at <= place; at++) {
    from = end;
    const first = values.readUInt8(from + 1);
    const lengthBytes = first > 0x80 ? first - 0x80 : 0;
    start = from + 2 + lengthBytes;
    end = start + (lengthBytes > 0 ? values.readUIntBE(from + 2, lengthBytes) : first);
    if (end > values.length) throw new RangeError("A DER value ends before its length");
  }
  const content = values.subarray(start, end);
  return rest.length > 0 ? valueAt(content, rest) : { content, bytes: values.subarray(from, end) };
}
