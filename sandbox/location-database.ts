import ipaddr from "ipaddr.js";

/** `country` has two letters. */
export type LocatedNetwork = { network: string; country: string; region?: string };

type Value = string | number | Value[] | { [key: string]: Value };

type Branch = { node: number } | { place: number } | null;
type Node = [Branch, Branch];

const marker = Buffer.from("\u00ab\u00cd\u00efMaxMind.com", "latin1");
const separatorBytes = 16;

/** In MaxMind's City format (MMDB 2.0, records of 24 bits). Networks must not overlap. */
export function locationDatabase(networks: readonly LocatedNetwork[], builtAt = 0): Buffer {
  const nodes = buildTree(networks);
  const records = networks.map(encodeRecord);
  const offsets = records.map((_, at) => records.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  const recordValue = (branch: Branch) => {
    if (!branch) return nodes.length;
    return "node" in branch ? branch.node : nodes.length + separatorBytes + (offsets[branch.place] ?? 0);
  };
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach(([left, right], at) => {
    tree.writeUIntBE(recordValue(left), at * 6, 3);
    tree.writeUIntBE(recordValue(right), at * 6 + 3, 3);
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: builtAt,
    database_type: "Tirage-City",
    description: { en: "Places of networks, for the demo and for tests" },
    ip_version: 6,
    languages: ["en"],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([tree, Buffer.alloc(separatorBytes), ...records, marker, metadata]);
}

/** Sizes from 29 up need more bytes. Below 285, one is enough. */
function header(type: number, size: number): Buffer {
  const isExtended = type > 7;
  const first = ((isExtended ? 0 : type) << 5) | Math.min(size, 29);
  return Buffer.from([first, ...(isExtended ? [type - 7] : []), ...(size >= 29 ? [size - 29] : [])]);
}

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const bytes = Buffer.from(value, "utf8");
    return Buffer.concat([header(2, bytes.length), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([header(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([header(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, part]) => [encode(key), encode(part)]);
  return Buffer.concat([header(7, entries.length), ...parts]);
}

/** IPv4 is below ::/96. */
function toBits(network: string): number[] {
  const [ipAddress, length] = ipaddr.parseCIDR(network);
  const isIpv4 = ipAddress.kind() === "ipv4";
  const bytes = [...(isIpv4 ? Array<number>(12).fill(0) : []), ...ipAddress.toByteArray()];
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1));
  return bits.slice(0, length + (isIpv4 ? 96 : 0));
}

function buildTree(networks: readonly LocatedNetwork[]): Node[] {
  const nodes: Node[] = [[null, null]];
  networks.forEach(({ network }, place) => {
    let node = nodes[0] as Node;
    const bits = toBits(network);
    bits.forEach((bit, depth) => {
      if (depth === bits.length - 1) {
        node[bit as 0 | 1] = { place };
        return;
      }
      const next = node[bit as 0 | 1];
      const index = next && "node" in next ? next.node : nodes.push([null, null]) - 1;
      node[bit as 0 | 1] = { node: index };
      node = nodes[index] as Node;
    });
  });
  return nodes;
}

function encodeRecord({ country, region }: LocatedNetwork): Buffer {
  return encode({
    country: { iso_code: country },
    ...(region ? { subdivisions: [{ iso_code: region }] } : {}),
  });
}

const ontario = { country: "CA", region: "ON" };

/** Local networks are in Ontario, so that the demo sells. RFC 5737's are in Québec, the US and unknown Canada. */
export const demoNetworks: LocatedNetwork[] = [
  { network: "127.0.0.0/8", ...ontario },
  { network: "10.0.0.0/8", ...ontario },
  { network: "172.16.0.0/12", ...ontario },
  { network: "192.168.0.0/16", ...ontario },
  { network: "100.64.0.0/10", ...ontario },
  { network: "169.254.0.0/16", ...ontario },
  { network: "::1/128", ...ontario },
  { network: "fc00::/7", ...ontario },
  { network: "fe80::/10", ...ontario },
  { network: "203.0.113.0/24", country: "CA", region: "QC" },
  { network: "198.51.100.0/24", country: "US", region: "NY" },
  { network: "192.0.2.0/24", country: "CA" },
];
