/**
 * Typical activities of customers of all modules at the same time, on a separate runtime. Requests without a response
 * are repeated, as clients do; a response that says that it was done before counts as success.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomBetween, seededRandom, shuffled } from '../../../lib/lab/faults/random.ts';
import { encodeForm, formType, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import { forEachParallel } from '../../../shared/kernel/base/parallel.ts';
import { someWork } from '../builders/progress.ts';
import { aJob } from '../builders/scheduler.ts';
import { aMapping } from '../builders/sync-mappings.ts';
import { aRule } from '../builders/tenants.ts';
import { aWebhookBody, eventType } from '../builders/webhooks.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';
import { passwordOfUsers, type SeedTenant } from './seed-tenant.ts';

type Body = Record<string, unknown>;
type Actor = (round: number) => Promise<void>;

export interface Workload {
  /** Successful requests. */
  succeeded: Record<string, number>;
  /** Unsuccessful tries: throttled, killed, refused by an outage. */
  repeated: number;
  /** The confirmed payment intents at the provider, with the number of refunds that were accepted. */
  intents: { id: string; refunds: number }[];
}

export interface WorkloadOptions {
  tenant: SeedTenant;
  sinkUrl: string;
  rounds: number;
  seed: number;
}

/** More than any request needs on a slow machine; a request with more tries would never succeed. */
const maxTries = 60;
const pauseMs = { first: 100, longest: 2_000 };
/** Fewer activities at the same time would leave too little to interfere with each other. */
const minAtOnce = 4;

const unique = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

/** Waits before the next try, longer each time. */
const backOff = (random: Random, tries: number): Promise<void> =>
  sleep(random() * Math.min(pauseMs.longest, pauseMs.first * 2 ** tries));

/** Whether a request can be repeated, including a payment operation whose worker died. */
const isTransient = /: (5\d\d|429) |payment_operation_in_progress|fetch failed|terminated|other side closed/;
/** Statuses that show that an earlier try of the same request succeeded. */
const wasDone = /: (404|409|412) /;

/**
 * The event type that rules emit. No rule reacts to it: rules that trigger each other would multiply with every round.
 */
const ruleEventType = 'faults.rule.fired';

/** Number of events per round, identified by `round` and `part` in their data. */
export const publishedParts = [1, 2, 3] as const;

/** Path of the sink that returns records to import. */
export const sourcePath = '/source';
/** Its response: one page of records. */
export const sourceResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    items: Array.from({ length: 30 }, (_, n) => ({ id: `customer-${n}`, name: `Customer ${n}` })),
    nextCursor: null,
  }),
};

/**
 * Lets every actor act for this number of rounds. The seed decides their order, how many act at the same time, and what they
 * send. Throws for failures that are not transient.
 */
export async function runWorkload(
  runtime: OwnRuntime,
  { tenant, sinkUrl, rounds, seed }: WorkloadOptions,
): Promise<Workload> {
  const outcome: Workload = { succeeded: {}, repeated: 0, intents: [] };
  const pauses = seededRandom('pauses', seed);
  const priorities = seededRandom('priorities of rules', seed);
  const sizes = seededRandom('sizes of files', seed);
  const { keys, login } = tenant;

  /**
   * Repeats a request until it succeeds; a body that is a function is made anew for each try, because the name of a try whose
   * response was lost is taken. Returns the response, or undefined when it had been done before.
   */
  async function retryUntilAccepted(
    method: string,
    path: string,
    body?: Body | Buffer | (() => Body),
    { key = keys.admin, type = 'application/json' } = {},
  ): Promise<Body | undefined> {
    for (let tries = 1; ; tries += 1) {
      const made = typeof body === 'function' ? body() : body;
      const sent = made === undefined || Buffer.isBuffer(made) ? made : JSON.stringify(made);
      try {
        const answer = await runtime.send<Body>(method, path, sent, type, key);
        const [name = ''] = path.split('?');
        const what = `${method} ${name.replace(/[0-9a-f-]{36}/, '{id}')}`;
        outcome.succeeded[what] = (outcome.succeeded[what] ?? 0) + 1;
        return answer;
      } catch (error) {
        const text = String(
          error instanceof Error && error.cause ? `${error.message} ${error.cause}` : error,
        );
        const again = isTransient.test(text) && tries < maxTries;
        if (!again && tries > 1 && wasDone.test(text)) return undefined;
        if (!again) throw error;
        outcome.repeated += 1;
        await backOff(pauses, tries);
      }
    }
  }

  type Sent = [body?: Body | Buffer | (() => Body), options?: { key?: string; type?: string }];
  const get = (path: string) => retryUntilAccepted('GET', path);
  const post = (path: string, ...sent: Sent) => retryUntilAccepted('POST', path, ...sent);
  const put = (path: string, ...sent: Sent) => retryUntilAccepted('PUT', path, ...sent);
  const remove = (path: string, ...sent: Sent) => retryUntilAccepted('DELETE', path, ...sent);
  /** Creates an object. Returns its id. */
  const create = async (path: string, ...sent: Sent) => String((await post(path, ...sent))?.id ?? '');
  /** Every second object is deleted again: of two consecutive seeds, one keeps the objects of a round. */
  const isKept = (round: number) => (seed + round) % 2 === 0;

  const rules: Actor = async (round) => {
    const emit = { type: 'EMIT_EVENT', config: { eventName: ruleEventType, payload: { round } } };
    const id = await create('/api/business_rules/rules', () =>
      aRule({ ruleId: unique(`FAULTS-${round}`), successActions: [emit] }),
    );
    await get(`/api/business_rules/rules?id=${id}`);
    await put('/api/business_rules/rules', { id, priority: randomBetween(priorities, 1, 900) });
    await post('/api/business_rules/execute', { entityType: 'sales.order', data: { total: round } });
    if (!isKept(round)) await remove(`/api/business_rules/rules?id=${id}`);
  };

  const records: Actor = async (round) => {
    const externalId = `SO-${round}-${randomUUID()}`;
    const path = '/api/entities/records';
    await post(path, { entityType: 'sales.order', externalId, fields: { round } });
    const page = await get(`${path}?entityType=sales.order&search=${externalId}`);
    const [record] = (page?.items ?? []) as Body[];
    if (record === undefined) return;
    await put(path, { id: record.id, fields: { round, changed: true } });
    if (!isKept(round)) await remove(`${path}?id=${record.id}`);
  };

  const toggles: Actor = async (round) => {
    const [path, asSuper] = ['/api/feature_toggles/global', { key: keys.superAdmin }];
    const toggle = () => {
      const identifier = unique(`faults_${round}`).replaceAll('-', '_');
      return { identifier, name: identifier, type: 'boolean', defaultValue: false };
    };
    const id = await create(path, toggle, asSuper);
    const override = { toggleId: id, isOverride: true, overrideValue: true };
    await put(`/api/feature_toggles/overrides?tenantId=${tenant.id}`, override, asSuper);
    if (!isKept(round)) await remove(`${path}?id=${id}`, undefined, asSuper);
  };

  const jobs: Actor = async (round) => {
    const id = await create('/api/scheduler/jobs', aJob({ name: `faults ${round}` }));
    await post('/api/scheduler/trigger', { id });
    await put('/api/scheduler/jobs', { id, scheduleValue: '0 5 1 1 *' });
    if (!isKept(round)) await remove(`/api/scheduler/jobs?id=${id}`);
  };

  const events: Actor = async (round) => {
    if (round === 0) {
      const subscribedEvents = [eventType, ruleEventType];
      const limits = { maxRetries: 30, autoDisableThreshold: 0 };
      await post('/api/webhooks', aWebhookBody({ url: `${sinkUrl}/faults`, subscribedEvents, ...limits }));
    }
    for (const part of publishedParts) {
      const id = `faults-${round}-${part}`;
      await post('/api/events', { type: eventType, data: { round, part }, id });
    }
  };

  const inbound: Actor = async (round) => {
    const path = '/api/webhooks/inbound-endpoints';
    const secret = 'It is a secret to everybody';
    const id = await create(path, { name: `faults ${round}`, providerKey: 'github', secret });
    const body = JSON.stringify({ round });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    for (let tries = 1; ; tries += 1) {
      const { status } = await fetch(`${runtime.baseUrl}/api/webhooks/inbound/${id}`, {
        method: 'POST',
        body,
        headers: { 'x-hub-signature-256': signature, 'x-github-delivery': `faults-${round}` },
      }).catch(() => ({ status: 503 }));
      if (status === 200) break;
      if (status < 500 || tries === maxTries) throw new Error(`An inbound message returned ${status}.`);
      outcome.repeated += 1;
      await backOff(pauses, tries);
    }
    if (!isKept(round)) await remove(`${path}/${id}`);
  };

  const files: Actor = async (round) => {
    const fields = { tags: JSON.stringify(['faults', `round-${round % 3}`]) };
    const file = { value: `faults ${round} ${'x'.repeat(randomBetween(sizes, 1, 5_000))}` };
    const form = encodeForm(uploadParts(fields, file));
    const answer = await post('/api/attachments', form, { type: formType });
    const { id } = (answer?.item ?? {}) as Body;
    if (id === undefined) return;
    await retryUntilAccepted('PATCH', `/api/attachments/library/${id}`, { tags: ['faults', 'changed'] });
    const version = encodeForm([
      { name: 'attachmentId', value: String(id) },
      { name: 'file', value: `second ${file.value}`, filename: 'second.txt', type: 'text/plain' },
    ]);
    await post('/api/attachments/versions', version, { type: formType });
    if (!isKept(round)) await remove(`/api/attachments/library/${id}`);
  };

  const payments: Actor = async (round) => {
    const path = '/api/payment_gateways';
    const input = { providerKey: 'stripe', amount: 30, currencyCode: 'EUR', captureMethod: 'manual' };
    const { transactionId, sessionId } = (await post(`${path}/sessions`, input)) ?? {};
    if (sessionId === undefined) return;
    await runtime.confirm(String(sessionId), tenant.stripeKey);
    const intent = { id: String(sessionId), refunds: 0 };
    outcome.intents.push(intent);
    await post(`${path}/status`, { transactionId });
    await post(`${path}/capture`, { transactionId });
    if (isKept(round)) return;
    await post(`${path}/refund`, { transactionId, amount: 10, operationId: `${round}` });
    intent.refunds = 1;
  };

  const people: Actor = async (round) => {
    const role = await create('/api/auth/roles', () => ({ name: unique(`faults ${round}`) }));
    const named = { password: passwordOfUsers, roles: [role] };
    const newUser = () => ({ email: `${randomUUID()}@example.com`, ...named });
    const user = await create('/api/auth/users', newUser);
    await put('/api/auth/roles/acl', { roleId: role, features: ['business_rules.*', 'webhooks.view'] });
    const key = await create('/api/api_keys/keys', { name: `faults ${round}` });
    await post(`/api/api_keys/keys/${key}/rotate`, {});
    if (!isKept(round)) await remove(`/api/api_keys/keys?id=${key}`);
    if (!isKept(round)) await remove(`/api/auth/users?id=${user}`);
  };

  const settings: Actor = async (round) => {
    const path = '/api/integrations/sync_http_json';
    const credentials = { baseUrl: `${sinkUrl}${sourcePath}`, token: `token-${round}` };
    await put(`${path}/credentials`, { credentials });
    await put(`${path}/state`, { isEnabled: true });
    const run = { integrationId: 'sync_http_json', entityType: 'crm.customer', direction: 'import' };
    // The run of the previous round may not be over.
    await post('/api/data_sync/run', run).catch((error: unknown) => {
      if (!/: 409 /.test(String(error))) throw error;
    });
    const notice = { type: 'faults.order.late', title: `Round ${round}` };
    await post('/api/notifications/feature', { ...notice, requiredFeature: 'notifications.view' });
    const ofNeighbour = () => aRule({ ruleId: unique(`NEIGHBOUR-${round}`) });
    await post('/api/business_rules/rules', ofNeighbour, { key: keys.neighbour });
  };

  const sets: Actor = async (round) => {
    const path = '/api/business_rules/sets';
    const newSet = () => {
      const name = unique(`SET-${round}`);
      return { setId: name, setName: name };
    };
    const set = await create(path, newSet);
    const inSet = () => aRule({ ruleId: unique(`IN-SET-${round}`) });
    const rule = await create('/api/business_rules/rules', inSet);
    await post(`${path}/${set}/members`, { ruleId: rule });
    if (!isKept(round)) await remove(`${path}?id=${set}`);
  };

  const work: Actor = async (round) => {
    const path = '/api/progress/jobs';
    const id = await create(path, someWork({ name: `faults ${round}` }));
    await put(`${path}/${id}`, { status: 'running' });
    await put(`${path}/${id}`, { processedCount: 50 });
    // Every third continues.
    if (round % 3 === 1) await put(`${path}/${id}`, { status: 'completed' });
    if (round % 3 === 2) await remove(`${path}/${id}`);
  };

  const places: Actor = async (round) => {
    const form = Buffer.from(new URLSearchParams(login).toString());
    await post('/api/auth/login', form, { type: 'application/x-www-form-urlencoded' });
    const organization = { name: `faults ${round}`, tenantId: tenant.id };
    await post('/api/directory/organizations', organization, { key: keys.superAdmin });
    const path = '/api/data_sync/mappings';
    const mapping = await create(path, aMapping);
    if (!isKept(round)) await remove(`${path}/${mapping}`);
  };

  const order = seededRandom('order of activities', seed);
  const actors = shuffled(order, [
    ...[rules, sets, records, toggles, jobs, work, events, inbound],
    ...[files, payments, people, places, settings],
  ]);
  const atOnce = randomBetween(order, minAtOnce, actors.length + 1);
  await forEachParallel(actors, atOnce, async (act) => {
    for (let round = 0; round < rounds; round += 1) await act(round);
  });
  return outcome;
}
