/**
 * AWS calls of a test process, over one socket to the runtime. Most of a test's work is such calls, and an HTTP request to
 * the gateway takes more CPU than what the gateway does for it. Calls with streams (S3) still use HTTP.
 */
import { connect, createServer, type Socket } from 'node:net';
import type { ChannelGateway } from '../../../lib/local/gateway/aws-service.ts';
import { type AwsChannel, createAwsChannel } from '../../../lib/local/lambda/aws-channel.ts';
import type { AwsCallMessage, AwsResponseMessage } from '../../../lib/local/lambda/protocol.ts';

/** Where the runtime takes calls, and of which services. */
export interface AwsCallsAccess {
  path: string;
  services: readonly string[];
}

type CallHead = Omit<AwsCallMessage, 'body'>;
type ResponseHead = Omit<AwsResponseMessage, 'body'>;

/** The sizes of head and body, before both. */
const sizesBytes = 8;

function frameOf(head: CallHead | ResponseHead, body: string | Uint8Array): Buffer {
  const text = JSON.stringify(head);
  const headBytes = Buffer.byteLength(text);
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(sizesBytes + headBytes + bodyBytes);
  frame.writeUInt32BE(headBytes, 0);
  frame.writeUInt32BE(bodyBytes, 4);
  frame.write(text, sizesBytes);
  if (typeof body === 'string') frame.write(body, sizesBytes + headBytes);
  else frame.set(body, sizesBytes + headBytes);
  return frame;
}

/** Frames of one turn of the event loop are written at once. */
function writeFrame(socket: Socket, frame: Buffer): void {
  if (socket.destroyed) return;
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(frame);
}

function onFrames(socket: Socket, receive: (head: string, body: Buffer) => void): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let neededBytes = sizesBytes;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < neededBytes) return;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, bytes);
    neededBytes = sizesBytes;
    while (rest.length >= sizesBytes) {
      const bodyAt = sizesBytes + rest.readUInt32BE(0);
      const endAt = bodyAt + rest.readUInt32BE(4);
      neededBytes = endAt;
      if (rest.length < endAt) break;
      receive(rest.toString('utf8', sizesBytes, bodyAt), rest.subarray(bodyAt, endAt));
      rest = rest.subarray(endAt);
      neededBytes = sizesBytes;
    }
    chunks = rest.length === 0 ? [] : [rest];
    bytes = rest.length;
  });
}

/** Takes calls at the path until `stop` is called. */
export async function serveAwsCalls(
  gateway: ChannelGateway,
  path: string,
): Promise<AwsCallsAccess & { stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A test process that has ended.
    socket.on('error', () => socket.destroy());
    onFrames(socket, (text, body) => {
      const { id, method, path: target, headers }: CallHead = JSON.parse(text);
      gateway.call({ method, path: target, headers, body: body.toString() }).then(
        (response) => {
          // The caller's time runs out.
          if (response === undefined) return;
          const { status, headers: sent, body: answer } = response;
          writeFrame(socket, frameOf({ type: 'aws-response', id, status, headers: sent }, answer));
        },
        (error: Error) => socket.destroy(error),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    path,
    services: gateway.services,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Replaces `http.request` for calls that the runtime takes here; undefined for others. */
export function connectAwsCalls({ path, services }: AwsCallsAccess): AwsChannel['request'] {
  const open = new Set<{ destroy(): unknown }>();
  let socket: Socket | undefined;
  const channel = createAwsChannel(services, ({ body, ...head }) =>
    writeFrame(connected(), frameOf(head, body)),
  );

  function connected(): Socket {
    if (socket !== undefined) return socket;
    const opened = connect(path);
    // The process may end while it is open.
    opened.unref();
    onFrames(opened, (text, body) => {
      const head: ResponseHead = JSON.parse(text);
      channel.receive({ ...head, body: body.toString() });
    });
    opened.on('error', () => opened.destroy());
    opened.once('close', () => {
      socket = undefined;
      for (const request of open) request.destroy();
    });
    socket = opened;
    return opened;
  }

  return (options, onResponse) => {
    const request = channel.request(options, onResponse);
    if (request === undefined) return undefined;
    open.add(request);
    request.once('close', () => open.delete(request));
    return request;
  };
}
