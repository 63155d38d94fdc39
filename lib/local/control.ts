/**
 * The control server: inspects and changes the running system for tests and people. It listens on loopback only and
 * returns JSON, and HTML pages for e-mails.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRecord } from './cloudformation/intrinsics.ts';
import { found } from './cloudformation/properties.ts';
import { ControlPage, pagePolicy } from './control-page.ts';
import type { Faults } from './gateway/faults.ts';
import type { Meter } from './gateway/meter.ts';
import type { ContainerService } from './http/container-service.ts';
import type { LambdaService } from './lambda/lambda.ts';
import type { FunctionLogs } from './lambda/logs.ts';
import { type LoopbackServer, listen, refuseForeignHost } from './loopback.ts';
import type { MessagingControl } from './messaging.ts';
import type { Buckets } from './s3/buckets.ts';
import type { MailControl } from './ses/control.ts';

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
  buckets: Pick<Buckets, 'expire'>;
  /** E-mails that the local SES accepted, below `/mail`. */
  mail: MailControl;
  /** Undefined for a template without an ECS service. */
  containers: Pick<ContainerService, 'isCalled' | 'kill' | 'tasks'> | undefined;
  /** Actions of services beside the template. */
  further: readonly Actions[];
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Actions by `METHOD /path`. They return the response, a page for people when `wantsPage`, and throw Errors whose
 * messages name the problem of the request.
 */
export type Actions = Readonly<
  Record<string, (body: Body, query: URLSearchParams, wantsPage: boolean) => unknown>
>;

const ok = { ok: true };

function optionalText(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Error(`${name} must be a string`);
}

function requiredText(body: Body, name: string): string {
  return found(optionalText(body, name), `${name} is missing`);
}

async function readBody(incoming: IncomingMessage): Promise<Body> {
  const body = await text(incoming);
  const value: unknown = body === '' ? {} : JSON.parse(body);
  if (isRecord(value)) return value;
  throw new Error('the body must be a JSON object');
}

function ownActions(options: ControlOptions): Actions {
  const { meter, faults, lambda, logs, grants, messaging, buckets, containers } = options;
  return {
    'GET /meter': (_, query) => {
      const requestId = query.get('requestId');
      return requestId === null
        ? { functions: meter.summary() }
        : { requestId, calls: meter.calls({ requestId }) };
    },
    'GET /faults': () => ({ faults: faults.list(), matches: faults.matches() }),
    'POST /faults': (body) => ({ id: faults.add(body) }),
    'DELETE /faults': (_, query) => {
      const id = query.get('id');
      if (id === null) faults.clear();
      else faults.remove(id);
      return ok;
    },
    'POST /stop-worker': async (body) => {
      const functionName = optionalText(body, 'functionName');
      if (functionName !== undefined) {
        if (containers?.isCalled(functionName)) return { stopped: await containers.kill() };
        if (!lambda.functions().some((status) => status.functionName === functionName))
          throw new Error(`unknown function ${functionName}`);
      }
      return { stopped: await lambda.stopWorkers({ functionName, all: body.all === true }) };
    },
    'POST /variables': (body) => {
      const name = requiredText(body, 'name');
      const previous = lambda.setVariable(name, requiredText(body, 'value'));
      return { previous: found(previous, `no function has the variable ${name}`) };
    },
    'GET /grants': grants,
    'GET /logs': (_, query) => {
      const [requestId, functionName] = [query.get('requestId'), query.get('functionName')];
      return {
        lines: logs.find({ requestId: requestId ?? undefined, functionName: functionName ?? undefined }),
      };
    },
    'GET /functions': () => ({ functions: lambda.functions() }),
    'GET /tasks': async () => ({ tasks: (await containers?.tasks()) ?? [] }),
    'GET /queues': () => ({ queues: messaging.queues() }),
    'POST /queues/redrive': async (body) => {
      const { max } = body;
      if (max !== undefined && !(Number.isInteger(max) && Number(max) > 0))
        throw new Error('max must be a whole number above 0');
      return {
        moved: await messaging.redrive(
          requiredText(body, 'queue'),
          max === undefined ? undefined : Number(max),
        ),
      };
    },
    'POST /queues/release': (body) => ({ released: messaging.release(requiredText(body, 'queue')) }),
    'POST /buckets/expire': ({ daysAhead = 0 }) => {
      if (typeof daysAhead !== 'number' || daysAhead < 0) throw new Error('daysAhead must be a number');
      return buckets.expire(daysAhead);
    },
    'GET /schedules': () => ({ schedules: messaging.schedules() }),
    'POST /schedules/run': async (body) => ({
      succeeded: await messaging.runSchedule(requiredText(body, 'name'), optionalText(body, 'group')),
    }),
  };
}

/** Actions below a path. */
export const below = (path: string, actions: Actions): Actions =>
  Object.fromEntries(Object.entries(actions).map(([name, act]) => [name.replace(' ', ` ${path}`), act]));

/** Starts the control server. Throws `StartError` when the port is taken. */
export function startControl(options: ControlOptions): Promise<LoopbackServer> {
  const table: Actions = Object.assign(ownActions(options), below('/mail', options.mail), ...options.further);

  async function respond(incoming: IncomingMessage): Promise<{ status: number; body: unknown }> {
    // A path such as `//` is no valid URL.
    const url = URL.parse(incoming.url ?? '/', 'http://control');
    const act = table[`${incoming.method} ${url?.pathname}`];
    if (url === null || act === undefined)
      return { status: 404, body: { error: 'unknown', known: Object.keys(table) } };
    // A web page in the developer's browser must not reach this server through a form.
    if (incoming.headers.origin !== undefined)
      return { status: 403, body: { error: 'Browsers cannot use this server.' } };
    try {
      const wantsPage = incoming.headers.accept?.includes('text/html') ?? false;
      return { status: 200, body: await act(await readBody(incoming), url.searchParams, wantsPage) };
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } };
    }
  }

  const server = createServer((incoming, outgoing) => {
    if (refuseForeignHost(incoming, outgoing)) return;
    void respond(incoming).then(({ status, body }) => {
      const isPage = body instanceof ControlPage;
      outgoing.writeHead(status, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
        'cache-control': 'no-store',
        ...(isPage && { 'content-security-policy': pagePolicy }),
      });
      outgoing.end(isPage ? body.html : JSON.stringify(body));
    });
  });
  return listen(server, options.port);
}
