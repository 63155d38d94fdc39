/**
 * The control server: inspects and changes the running system for tests and people. It listens on loopback only and
 * returns JSON, and HTML pages for e-mails.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { ControlPage, pagePolicy } from './control-page.ts';
import type { FanOut } from './events/fan-out.ts';
import type { Faults } from './gateway/faults.ts';
import type { Meter } from './gateway/meter.ts';
import type { Ingest } from './http/ingest.ts';
import type { LambdaService } from './lambda/lambda.ts';
import type { FunctionLogs } from './lambda/logs.ts';
import { type LoopbackServer, listen, refuseForeignHost } from './loopback.ts';
import type { MessagingControl } from './messaging.ts';
import type { BucketControl } from './s3/buckets.ts';
import { UnknownScheduleError } from './scheduler/scheduler.ts';
import type { MailControl } from './ses/control.ts';
import type { StripeControl } from './stripe/control.ts';
import type { Fault } from './types.ts';

export interface ControlOptions {
  port: number;
  meter: Meter;
  faults: Faults;
  lambda: LambdaService;
  logs: FunctionLogs;
  /** Grants used since the start, and grants of the functions' roles that were never used. */
  grants: () => { used: unknown; unused: unknown };
  /** Queues and schedules. */
  messaging: MessagingControl;
  fanOut: FanOut;
  buckets: BucketControl;
  /** The emulator for Stripe, below `/stripe`. */
  stripe: StripeControl;
  /** E-mails that the local SES accepted, below `/mail`. */
  mail: MailControl;
  /** Undefined for a template without the ingest service. */
  ingest: Pick<Ingest, 'isCalled' | 'kill' | 'tasks'> | undefined;
}

interface ControlRequest {
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** True for a browser that displays pages. */
  wantsPage: boolean;
}

type ControlResponse = (request: ControlRequest) => unknown;

class BadRequest extends Error {}

const faultTexts = ['effect', 'id', 'service', 'action', 'functionName', 'bodyContains'];
const faultNumbers = ['rate', 'times', 'latencyMs', 'skewMs'];

function addFault(faults: Faults, body: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(body)) {
    const wanted = faultTexts.includes(name) ? 'string' : faultNumbers.includes(name) ? 'number' : undefined;
    if (wanted === undefined) throw new BadRequest(`unknown field ${name}`);
    if (typeof value !== wanted) throw new BadRequest(`${name} must be a ${wanted}`);
  }
  try {
    return faults.add(body as unknown as Fault);
  } catch (error) {
    throw new BadRequest(error instanceof Error ? error.message : String(error));
  }
}

function optionalText(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new BadRequest(`${name} must be a string`);
}

function requiredText(body: Record<string, unknown>, name: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw new BadRequest(`${name} is missing`);
  return value;
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Handled below like JSON that is not an object.
  }
  throw new BadRequest('the body must be a JSON object');
}

function actionsOf(options: ControlOptions): Record<string, ControlResponse> {
  const { meter, faults, lambda, logs, grants, messaging, fanOut, buckets, ingest } = options;
  const knownQueue = (body: Record<string, unknown>): string => {
    const name = requiredText(body, 'queue');
    if (messaging.queues().some((queue) => queue.name === name)) return name;
    throw new BadRequest(`unknown queue ${name}`);
  };
  return {
    'GET /meter': ({ query }) => {
      const requestId = query.get('requestId');
      return requestId === null
        ? { functions: meter.summary() }
        : { requestId, calls: meter.calls({ requestId }) };
    },
    'DELETE /meter': () => {
      meter.reset();
      return { ok: true };
    },
    'GET /faults': () => ({ faults: faults.list(), matches: faults.matches() }),
    'POST /faults': ({ body }) => ({ id: addFault(faults, body) }),
    'DELETE /faults': ({ query }) => {
      const id = query.get('id');
      if (id === null) faults.clear();
      else faults.remove(id);
      return { ok: true };
    },
    'POST /stop-worker': async ({ body }) => {
      const functionName = optionalText(body, 'functionName');
      if (functionName !== undefined && ingest?.isCalled(functionName))
        return { stopped: await ingest.kill() };
      if (
        functionName !== undefined &&
        !lambda.functions().some((status) => status.functionName === functionName)
      ) {
        throw new BadRequest(`unknown function ${functionName}`);
      }
      return { stopped: await lambda.stopWorkers({ functionName, all: body.all === true }) };
    },
    'GET /grants': () => grants(),
    'GET /logs': ({ query }) => ({
      lines: logs.find({
        requestId: query.get('requestId') ?? undefined,
        functionName: query.get('functionName') ?? undefined,
      }),
    }),
    'GET /functions': () => ({ functions: lambda.functions() }),
    'GET /tasks': async () => ({ tasks: (await ingest?.tasks()) ?? [] }),
    'GET /queues': () => ({ queues: messaging.queues() }),
    'POST /queues/redrive': async ({ body }) => ({ moved: await messaging.redrive(knownQueue(body)) }),
    'POST /queues/release': ({ body }) => ({ released: messaging.release(knownQueue(body)) }),
    'POST /fan-out': ({ body }) => {
      fanOut.follow(requiredText(body, 'tenantId'));
      return { ok: true };
    },
    'POST /buckets/expire': ({ body }) => {
      const { daysAhead = 0 } = body;
      if (typeof daysAhead !== 'number' || daysAhead < 0) throw new BadRequest('daysAhead must be a number');
      return buckets.expire(daysAhead);
    },
    'GET /schedules': () => ({ schedules: messaging.schedules() }),
    'POST /schedules/run': async ({ body }) => {
      const name = requiredText(body, 'name');
      try {
        return { succeeded: await messaging.runSchedule(name, optionalText(body, 'group')) };
      } catch (error) {
        throw error instanceof UnknownScheduleError ? new BadRequest(error.message) : error;
      }
    },
  };
}

/** Actions of one emulated service. Its errors are errors of the caller. */
function serviceActions(path: string, actions: MailControl): Record<string, ControlResponse> {
  const entries = Object.entries(actions).map(([name, act]): [string, ControlResponse] => [
    name.replace(' ', ` ${path}`),
    async ({ body, query, wantsPage }) => {
      try {
        return await act(body, query, wantsPage);
      } catch (error) {
        throw new BadRequest(error instanceof Error ? error.message : String(error));
      }
    },
  ]);
  return Object.fromEntries(entries);
}

/** Starts the control server. Throws `StartError` when the port is taken. */
export function startControl(options: ControlOptions): Promise<LoopbackServer> {
  const table = {
    ...actionsOf(options),
    ...serviceActions('/stripe', options.stripe),
    ...serviceActions('/mail', options.mail),
  };

  async function respond(incoming: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(incoming.url ?? '/', 'http://control');
    const act = table[`${incoming.method} ${url.pathname}`];
    if (act === undefined) return { status: 404, body: { error: 'unknown', known: Object.keys(table) } };
    // A web page in the developer's browser must not reach this server through a form.
    if (incoming.headers.origin !== undefined)
      return { status: 403, body: { error: 'Browsers cannot use this server.' } };
    try {
      const wantsPage = incoming.headers.accept?.includes('text/html') ?? false;
      const body = await act({ query: url.searchParams, body: await readJson(incoming), wantsPage });
      return { status: 200, body };
    } catch (error) {
      if (error instanceof BadRequest) return { status: 400, body: { error: error.message } };
      return { status: 500, body: { error: error instanceof Error ? error.message : String(error) } };
    }
  }

  const server = createServer((incoming, outgoing) => {
    if (refuseForeignHost(incoming, outgoing)) return;
    void respond(incoming).then(({ status, body }) => {
      if (body instanceof ControlPage) {
        outgoing.writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': pagePolicy,
        });
        outgoing.end(body.html);
        return;
      }
      outgoing.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      outgoing.end(JSON.stringify(body));
    });
  });
  return listen(server, options.port);
}
