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

  const idOf = (answer: Body | undefined): string => String(answer?.id ?? '');
  /** Every second object is deleted again: of two consecutive seeds, one keeps the objects of a round. */
  const isKept = (round: number) => (seed + round) % 2 === 0;

  const rules: Actor = async (round) => {
    const emit = { type: 'EMIT_EVENT', config: { eventName: ruleEventType, payload: { round } } };
    const id = idOf(
      await retryUntilAccepted('POST', '/api/business_rules/rules', () =>
        aRule({ ruleId: unique(`FAULTS-${round}`), successActions: [emit] }),
      ),
    );
    await retryUntilAccepted('GET', `/api/business_rules/rules?id=${id}`);
    await retryUntilAccepted('PUT', '/api/business_rules/rules', {
      id,
      priority: randomBetween(priorities, 1, 900),
    });
    await retryUntilAccepted('POST', '/api/business_rules/execute', {
      entityType: 'sales.order',
      data: { total: round },
    });
    if (!isKept(round)) await retryUntilAccepted('DELETE', `/api/business_rules/rules?id=${id}`);
  };

  const records: Actor = async (round) => {
    const externalId = `SO-${round}-${randomUUID()}`;
    const path = '/api/entities/records';
    await retryUntilAccepted('POST', path, { entityType: 'sales.order', externalId, fields: { round } });
    const page = await retryUntilAccepted('GET', `${path}?entityType=sales.order&search=${externalId}`);
    const [record] = (page?.items ?? []) as Body[];
    if (record === undefined) return;
    await retryUntilAccepted('PUT', path, { id: record.id, fields: { round, changed: true } });
    if (!isKept(round)) await retryUntilAccepted('DELETE', `${path}?id=${record.id}`);
  };

  const toggles: Actor = async (round) => {
    const [path, asSuper] = ['/api/feature_toggles/global', { key: keys.superAdmin }];
    const toggle = () => {
      const identifier = unique(`faults_${round}`).replaceAll('-', '_');
      return { identifier, name: identifier, type: 'boolean', defaultValue: false };
    };
    const id = idOf(await retryUntilAccepted('POST', path, toggle, asSuper));
    const override = { toggleId: id, isOverride: true, overrideValue: true };
    const overridesOfTenant = `/api/feature_toggles/overrides?tenantId=${tenant.id}`;
    await retryUntilAccepted('PUT', overridesOfTenant, override, asSuper);
    if (!isKept(round)) await retryUntilAccepted('DELETE', `${path}?id=${id}`, undefined, asSuper);
  };

  const jobs: Actor = async (round) => {
    const id = idOf(
      await retryUntilAccepted('POST', '/api/scheduler/jobs', aJob({ name: `faults ${round}` })),
    );
    await retryUntilAccepted('POST', '/api/scheduler/trigger', { id });
    await retryUntilAccepted('PUT', '/api/scheduler/jobs', { id, scheduleValue: '0 5 1 1 *' });
    if (!isKept(round)) await retryUntilAccepted('DELETE', `/api/scheduler/jobs?id=${id}`);
  };

  const events: Actor = async (round) => {
    if (round === 0) {
      const subscribedEvents = [eventType, ruleEventType];
      const limits = { maxRetries: 30, autoDisableThreshold: 0 };
      await retryUntilAccepted(
        'POST',
        '/api/webhooks',
        aWebhookBody({ url: `${sinkUrl}/faults`, subscribedEvents, ...limits }),
      );
    }
    for (const part of publishedParts) {
      const id = `faults-${round}-${part}`;
      await retryUntilAccepted('POST', '/api/events', { type: eventType, data: { round, part }, id });
    }
  };

  const inbound: Actor = async (round) => {
    const path = '/api/webhooks/inbound-endpoints';
    const secret = 'It is a secret to everybody';
    const id = idOf(
      await retryUntilAccepted('POST', path, { name: `faults ${round}`, providerKey: 'github', secret }),
    );
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
    if (!isKept(round)) await retryUntilAccepted('DELETE', `${path}/${id}`);
  };

  const files: Actor = async (round) => {
    const fields = { tags: JSON.stringify(['faults', `round-${round % 3}`]) };
    const file = { value: `faults ${round} ${'x'.repeat(randomBetween(sizes, 1, 5_000))}` };
    const form = encodeForm(uploadParts(fields, file));
    const answer = await retryUntilAccepted('POST', '/api/attachments', form, { type: formType });
    const { id } = (answer?.item ?? {}) as Body;
    if (id === undefined) return;
    await retryUntilAccepted('PATCH', `/api/attachments/library/${id}`, { tags: ['faults', 'changed'] });
    const version = encodeForm([
      { name: 'attachmentId', value: String(id) },
      { name: 'file', value: `second ${file.value}`, filename: 'second.txt', type: 'text/plain' },
    ]);
    await retryUntilAccepted('POST', '/api/attachments/versions', version, { type: formType });
    if (!isKept(round)) await retryUntilAccepted('DELETE', `/api/attachments/library/${id}`);
  };

  const payments: Actor = async (round) => {
    const path = '/api/payment_gateways';
    const session = await retryUntilAccepted('POST', `${path}/sessions`, {
      providerKey: 'stripe',
      amount: 30,
      currencyCode: 'EUR',
      captureMethod: 'manual',
    });
    const { transactionId, sessionId } = session ?? {};
    if (sessionId === undefined) return;
    await runtime.confirm(String(sessionId), tenant.stripeKey);
    const intent = { id: String(sessionId), refunds: 0 };
    outcome.intents.push(intent);
    await retryUntilAccepted('POST', `${path}/status`, { transactionId });
    await retryUntilAccepted('POST', `${path}/capture`, { transactionId });
    if (isKept(round)) return;
    const refund = { transactionId, amount: 10, operationId: `${round}` };
    await retryUntilAccepted('POST', `${path}/refund`, refund);
    intent.refunds = 1;
  };

  const people: Actor = async (round) => {
    const role = idOf(
      await retryUntilAccepted('POST', '/api/auth/roles', () => ({ name: unique(`faults ${round}`) })),
    );
    const user = idOf(
      await retryUntilAccepted('POST', '/api/auth/users', () => ({
        email: `${randomUUID()}@example.com`,
        password: passwordOfUsers,
        roles: [role],
      })),
    );
    await retryUntilAccepted('PUT', '/api/auth/roles/acl', {
      roleId: role,
      features: ['business_rules.*', 'webhooks.view'],
    });
    const key = idOf(await retryUntilAccepted('POST', '/api/api_keys/keys', { name: `faults ${round}` }));
    await retryUntilAccepted('POST', `/api/api_keys/keys/${key}/rotate`, {});
    if (!isKept(round)) await retryUntilAccepted('DELETE', `/api/api_keys/keys?id=${key}`);
    if (!isKept(round)) await retryUntilAccepted('DELETE', `/api/auth/users?id=${user}`);
  };

  const settings: Actor = async (round) => {
    const path = '/api/integrations/sync_http_json';
    const credentials = { baseUrl: `${sinkUrl}${sourcePath}`, token: `token-${round}` };
    await retryUntilAccepted('PUT', `${path}/credentials`, { credentials });
    await retryUntilAccepted('PUT', `${path}/state`, { isEnabled: true });
    const run = { integrationId: 'sync_http_json', entityType: 'crm.customer', direction: 'import' };
    // The run of the previous round may not be over.
    await retryUntilAccepted('POST', '/api/data_sync/run', run).catch((error: unknown) => {
      if (!/: 409 /.test(String(error))) throw error;
    });
    const notice = {
      type: 'faults.order.late',
      title: `Round ${round}`,
      requiredFeature: 'notifications.view',
    };
    await retryUntilAccepted('POST', '/api/notifications/feature', notice);
    const ofNeighbour = () => aRule({ ruleId: unique(`NEIGHBOUR-${round}`) });
    await retryUntilAccepted('POST', '/api/business_rules/rules', ofNeighbour, { key: keys.neighbour });
  };

  const sets: Actor = async (round) => {
    const path = '/api/business_rules/sets';
    const newSet = () => {
      const name = unique(`SET-${round}`);
      return { setId: name, setName: name };
    };
    const set = idOf(await retryUntilAccepted('POST', path, newSet));
    const inSet = () => aRule({ ruleId: unique(`IN-SET-${round}`) });
    const rule = idOf(await retryUntilAccepted('POST', '/api/business_rules/rules', inSet));
    await retryUntilAccepted('POST', `${path}/${set}/members`, { ruleId: rule });
    if (!isKept(round)) await retryUntilAccepted('DELETE', `${path}?id=${set}`);
  };

  const work: Actor = async (round) => {
    const path = '/api/progress/jobs';
    const id = idOf(await retryUntilAccepted('POST', path, someWork({ name: `faults ${round}` })));
    await retryUntilAccepted('PUT', `${path}/${id}`, { status: 'running' });
    await retryUntilAccepted('PUT', `${path}/${id}`, { processedCount: 50 });
    // Every third continues.
    if (round % 3 === 1) await retryUntilAccepted('PUT', `${path}/${id}`, { status: 'completed' });
    if (round % 3 === 2) await retryUntilAccepted('DELETE', `${path}/${id}`);
  };

  const places: Actor = async (round) => {
    const form = Buffer.from(new URLSearchParams(login).toString());
    await retryUntilAccepted('POST', '/api/auth/login', form, { type: 'application/x-www-form-urlencoded' });
    const organization = { name: `faults ${round}`, tenantId: tenant.id };
    await retryUntilAccepted('POST', '/api/directory/organizations', organization, { key: keys.superAdmin });
    const path = '/api/data_sync/mappings';
    const mapping = idOf(await retryUntilAccepted('POST', path, aMapping));
    if (!isKept(round)) await retryUntilAccepted('DELETE', `${path}/${mapping}`);
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
