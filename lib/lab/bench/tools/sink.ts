/**
 * Child process of the webhook benches: a receiver that returns an empty 200 for every request. Prints its URL when it
 * is ready. `GET /<count>` waits for that number of requests and returns all arrival times.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Time at which each request had been received completely, in milliseconds since 1970 with fractions. */
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
// When the bench ends in any way, its pipe closes.
process.stdin.once('end', () => process.exit()).resume();
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
