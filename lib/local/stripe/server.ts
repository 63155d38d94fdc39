/**
 * A stateful Stripe emulator: it implements the part of Stripe's API that payments need, moves no money, and stores
 * its state. Tests check its objects with Stripe's own package.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoopbackServer, listenNear, refuseForeignHost } from '../loopback.ts';
import { type Consequences, createConsequences } from './consequences.ts';
import { createStripeControl, type StripeCall, type StripeControl } from './control.ts';
import { createDelivery } from './delivery.ts';
import { parseForm, textIn } from './form.ts';
import { executeOnce, type IdempotentResponse } from './idempotency.ts';
import { Ledger, newId } from './ledger.ts';
import { executeCall, findRoute } from './routes.ts';
import { openState } from './state.ts';
import { createSwitches } from './switches.ts';
import { type Account, type AccountKeys, type Form, StripeFault } from './types.ts';

export interface StripeServer extends LoopbackServer {
  control: StripeControl;
  /** Creates an account with these keys. */
  ensureAccount(keys: AccountKeys): void;
  /** Sets the URL for messages. */
  deliverTo(url: string): void;
}

const maxStoredCalls = 2_000;
const versionByDefault = '2025-02-24.acacia';

interface Request {
  method: string;
  path: string;
  form: Form;
  text: string;
  key: string;
  idempotencyKey: string | null;
  apiVersion: string;
  requestId: string;
}

function keyOf({ authorization = '' }: IncomingMessage['headers']): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  return scheme.toLowerCase() === 'basic'
    ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '')
    : '';
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://stripe');
  const text = incoming.method === 'POST' ? Buffer.concat(chunks).toString() : url.search.slice(1);
  const header = (name: string) => incoming.headers[name]?.toString();
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    form: parseForm(text),
    text,
    key: keyOf(incoming.headers),
    idempotencyKey: header('idempotency-key') ?? null,
    apiVersion: header('stripe-version') ?? versionByDefault,
    requestId: newId('req', 14),
  };
}

/** Returns the object of a request: a payment intent, a customer or a payment method. */
function intentIn({ path, form }: Request): string | undefined {
  const [, id] = /^\/v1\/(?:payment_intents|customers|payment_methods)\/([^/]+)/.exec(path) ?? [];
  return id ?? textIn(form, 'payment_intent') ?? textIn(form, 'customer');
}

const errorBody = ({ error }: StripeFault, requestId: string) =>
  JSON.stringify({
    error: { ...error, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  });

function failureWith(status: number, error: Record<string, string>): { status: number; body: string } {
  return { status, body: JSON.stringify({ error }) };
}

const invalid = 'invalid_request_error';
const failures: Readonly<Record<string, { status: number; body: string }>> = {
  error500: failureWith(500, { type: 'api_error', message: 'An error occurred.' }),
  conflict409: failureWith(409, { type: invalid, code: 'lock_timeout', message: 'Locked.' }),
  rate429: failureWith(429, { type: invalid, code: 'rate_limit', message: 'Slow down.' }),
  unauthorized401: failureWith(401, { type: invalid, message: 'Invalid API Key provided.' }),
  malformed: { status: 200, body: '{"id": "pi_' },
};

export interface StripeOptions {
  /** 0 selects a free port. */
  port: number;
  dataDir: string;
  log: (line: string) => void;
}

/** Starts the emulator. Throws `StartError` when the port is taken. */
export async function startStripe({ port, dataDir, log }: StripeOptions): Promise<StripeServer> {
  const state = openState(join(dataDir, 'stripe.json'));
  const switches = createSwitches();
  const delivery = createDelivery(switches, log);
  const calls: StripeCall[] = [];
  let base = '';
  const consequences: Consequences = createConsequences({ state, delivery });

  /** Executes a request on its account. */
  async function execute(request: Request, account: Account, isPublic: boolean) {
    const { method, path, form, requestId, idempotencyKey, apiVersion } = request;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const ledger = new Ledger(account, { requestId, idempotencyKey, apiVersion, nowSeconds });
    try {
      const found = findRoute(method, path);
      if (found === undefined)
        throw new StripeFault(
          404,
          { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
          true,
        );
      const response = executeCall(found.route, { ledger, form, id: found.id, base }, isPublic);
      return { status: 200, body: JSON.stringify(response) };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: errorBody(error, requestId), isEarly: error.isEarly };
    } finally {
      state.changed();
      delivery.recordEvent(account, ledger.recordedEvents);
      consequences.follow(account, ledger.recordedEvents);
    }
  }

  async function response(request: Request): Promise<IdempotentResponse> {
    const found = state.bySecret(request.key);
    const message = request.key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    if (found === undefined)
      return {
        status: 401,
        body: errorBody(new StripeFault(401, { type: 'invalid_request_error', message }), request.requestId),
      };
    const { account, isPublic } = found;
    const { method, path, text, requestId, idempotencyKey } = request;
    const isKeyed = method === 'POST' && idempotencyKey !== null;
    const name = isKeyed ? `${path} ${hash('sha256', idempotencyKey, 'hex')}` : undefined;
    try {
      return await executeOnce(account, { name, parameters: text, requestId }, () =>
        execute(request, account, isPublic),
      );
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: errorBody(error, requestId) };
    }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (consequences.servesPage(request, outgoing)) return;
    const intent = intentIn(request);
    const failure = switches.failureOf(intent, request.path);
    const isSkipped = failure !== undefined && !failure.afterExecution;
    const given: IdempotentResponse = isSkipped ? { status: 0, body: '' } : await response(request);
    const { answerDelayMs = 0 } = switches.forIntent(intent);
    const { status, body, original }: IdempotentResponse = (failure && failures[failure.kind]) ?? given;
    const { method, path, idempotencyKey } = request;
    calls.push({ method, path, intent, idempotencyKey, status, isReplay: given.original !== undefined });
    if (calls.length > maxStoredCalls) calls.shift();
    if (answerDelayMs > 0) await sleep(answerDelayMs);
    if (failure?.kind === 'disconnect') return void outgoing.destroy();
    // Never responds, so that the client times out.
    if (failure?.kind === 'timeout') return;
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'request-id': request.requestId,
      'stripe-version': request.apiVersion,
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(original && { 'idempotent-replayed': 'true', 'original-request': original }),
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
  base = listening.url;
  return {
    ...listening,
    control: createStripeControl({ state, switches, delivery, calls, consequences }),
    ensureAccount(keys) {
      state.ensure(keys);
      state.changed();
    },
    deliverTo: (url) => delivery.setUrl(url),
    async stop() {
      consequences.stop();
      delivery.stop();
      await listening.stop();
      state.flush();
    },
  };
}
