/**
 * Child process of the webhook benches: a receiver that answers every request with an empty 200. Prints its address
 * when it is ready. `GET /<count>` is answered with the arrivals of all requests so far once there are so many.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When each request had come in whole, in milliseconds since 1970 and fractions of them. */
export type Arrivals = number[];

const arrivals: Arrivals = [];
let waiting: { count: number; response: ServerResponse }[] = [];

function respondToWaiting(): void {
  const ready = waiting.filter(({ count }) => arrivals.length >= count);
  waiting = waiting.filter((one) => !ready.includes(one));
  for (const { response } of ready) response.end(JSON.stringify(arrivals));
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    waiting.push({ count: Number(request.url?.slice(1)), response });
    respondToWaiting();
    return;
  }
  request.resume();
  request.once('end', () => {
    arrivals.push(performance.timeOrigin + performance.now());
    response.end();
    if (waiting.length > 0) respondToWaiting();
  });
});
// However the bench ends, its pipe does too.
process.stdin.once('end', () => process.exit()).resume();
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
