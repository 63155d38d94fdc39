/** A local DNS server for handlers in the test's process, which answers queries for TXT records. */
import { createSocket } from 'node:dgram';
import dns from 'node:dns/promises';
import type { AddressInfo } from 'node:net';

const headerBytes = 12;
const [txtType, internetClass] = [16, 1];
/** A pointer to the name in the question. */
const nameOfQuestion = 0xc00c;

/** The name in a question, and the position where the question ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // The byte that ends the name, the type and the class.
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A TXT record; its text is split, as required for long ones. */
function recordOf(text: string, pieceBytes: number): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(nameOfQuestion, 0);
  head.writeUInt16BE(txtType, 2);
  head.writeUInt16BE(internetClass, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** https://www.rfc-editor.org/rfc/rfc1035#section-4 */
function answerTo(query: Buffer, texts: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = questionOf(query);
  const records = (texts.get(name) ?? []).map((text) => recordOf(text, 20));
  const header = Buffer.from(query.subarray(0, headerBytes));
  // A response with recursion; `name error` without a record.
  header.writeUInt16BE(records.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(headerBytes, end), ...records]);
}

/** Makes this process use the stub until it is closed. */
export async function startDnsStub() {
  const texts = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, texts), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${port}`]);
  return {
    /** Replaces the TXT records of a name. */
    set: (name: string, ...records: string[]) => void texts.set(name.toLowerCase(), records),
    remove: (name: string) => void texts.delete(name.toLowerCase()),
    close(): void {
      dns.setServers(before);
      socket.close();
    },
  };
}
