/**
 * A stateful Stripe emulator: it implements the part of Stripe's API that payments need, moves no money, and stores
 * its state. Tests check its objects with Stripe's own package.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenNear, refuseForeignHost } from '../../local/loopback.ts';
import { openAccounts } from './accounts.ts';
import { respondOnPage } from './checkout-page.ts';
import { createStripeControl, type StripeCall } from './control.ts';
import { createDelivery } from './delivery.ts';
import { StripeFault } from './faults.ts';
import { parseForm } from './form.ts';
import { executeOnce, type StripeResponse } from './idempotency.ts';
import { defaultApiVersion, type Ledger } from './ledger.ts';
import { type AccountKeys, newId } from './objects.ts';
import { executeCall } from './routes.ts';
import { Switches } from './switches.ts';

const maxStoredCalls = 2_000;

/** The key, as a bearer token or as the user name of `curl -u`. */
function keyOf({ authorization = '' }: IncomingMessage['headers']): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

async function readRequest(incoming: IncomingMessage) {
  const { method = 'GET', headers } = incoming;
  const base = `http://${headers.host}`;
  // A path such as `//` is no valid URL.
  const url = URL.parse(incoming.url ?? '/', base) ?? new URL(base);
  const body = await readText(incoming);
  const text = method === 'POST' ? body : url.search.slice(1);
  return {
    method,
    path: url.pathname,
    text,
    form: parseForm(text),
    key: keyOf(headers),
    idempotencyKey: headers['idempotency-key']?.toString() ?? null,
    apiVersion: headers['stripe-version']?.toString() ?? defaultApiVersion,
    requestId: newId('req'),
    /** The address at which the client reached the emulator. */
    base: url.origin,
  };
}
type Request = Awaited<ReturnType<typeof readRequest>>;

/** Returns the object of a request: a payment intent, a customer or a payment method. */
function subjectOf({ path, form }: Request): string | undefined {
  const [, id] = /^\/v1\/(?:payment_intents|customers|payment_methods)\/([^/]+)/.exec(path) ?? [];
  return [id, form.payment_intent, form.customer].find((name) => typeof name === 'string');
}

const errorResponse = (status: number, type: string, message: string, code?: string): StripeResponse =>
  new StripeFault(status, { type, code, message }).response;
const invalidRequest = 'invalid_request_error';
const unauthorized = errorResponse(401, invalidRequest, 'Invalid API Key provided.');
const failures: Readonly<Record<string, StripeResponse>> = {
  error500: errorResponse(500, 'api_error', 'An error occurred.'),
  conflict409: errorResponse(409, invalidRequest, 'Locked.', 'lock_timeout'),
  rate429: errorResponse(429, invalidRequest, 'Slow down.', 'rate_limit'),
  unauthorized401: unauthorized,
  malformed: { status: 200, body: '{"id": "pi_' },
};

interface StripeOptions {
  port: number;
  dataDir: string;
  log: (line: string) => void;
}

/** Starts the emulator, on a free port when `port` is 0 or taken. */
export async function startStripe({ port, dataDir, log }: StripeOptions) {
  const stopped = new AbortController();
  const switches = new Switches();
  const delivery = createDelivery(switches, stopped.signal, log);
  const accounts = openAccounts(join(dataDir, 'stripe.json'), delivery, stopped.signal);
  const calls: StripeCall[] = [];

  function execute(request: Request): StripeResponse {
    const { key, method, path, text, idempotencyKey, requestId } = request;
    const own = accounts.bySecret(key);
    const account = own ?? accounts.byPublishable(key);
    if (account === undefined) return unauthorized;
    const call = (): StripeResponse => {
      try {
        const work = (ledger: Ledger) => executeCall(ledger, request, own !== undefined);
        const result = accounts.change(account, work, request.base);
        return { status: 200, body: JSON.stringify(result) };
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        return error.response;
      }
    };
    if (method !== 'POST' || idempotencyKey === null) return call();
    const name = `${path} ${hash('sha256', idempotencyKey, 'hex')}`;
    return executeOnce(account, { name, parameters: text, requestId }, call);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const page = respondOnPage(accounts, request);
    if (page !== undefined) {
      const location = page.location && { location: page.location };
      outgoing.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8', ...location });
      return void outgoing.end(page.html);
    }
    const intent = subjectOf(request);
    const failure = switches.failureOf(intent, request.path);
    const isExecuted = failure === undefined || failure.afterExecution;
    const executed: StripeResponse = isExecuted ? execute(request) : { status: 0, body: '' };
    const { status, body, original }: StripeResponse = (failure && failures[failure.kind]) ?? executed;
    const { method, path, idempotencyKey, requestId, apiVersion } = request;
    calls.push({ method, path, intent, idempotencyKey, status, isReplay: executed.original !== undefined });
    if (calls.length > maxStoredCalls) calls.shift();
    const { answerDelayMs = 0 } = switches.of(intent);
    if (answerDelayMs > 0) await sleep(answerDelayMs);
    // Never responds, so that the client's own limit applies.
    if (failure?.kind === 'timeout') return;
    if (failure?.kind === 'disconnect') return void outgoing.destroy();
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(original !== undefined && { 'idempotent-replayed': 'true', 'original-request': original }),
    });
    outgoing.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    if (refuseForeignHost(incoming, outgoing)) return;
    serve(incoming, outgoing).catch((error: unknown) => {
      log(`The Stripe emulator failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      outgoing.destroy();
    });
  });
  const listening = await listenNear(server, port);
  return {
    ...listening,
    control: createStripeControl(accounts, delivery, switches, calls),
    /** Creates an account with these keys. */
    ensureAccount: (keys: AccountKeys) => void accounts.ensure(keys),
    /** Sets the URL for messages. */
    deliverTo: delivery.deliverTo,
    async stop() {
      stopped.abort();
      await listening.stop();
      accounts.write();
    },
  };
}
