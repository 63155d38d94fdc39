/** No effect without its edge: every kind of effect is in the story of its root, and only because of its edge. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyParts } from '../../../shared/catalog/module-stories.ts';
import { nodeId, toStoryEdge } from '../../../shared/kernel/events/cause.ts';
import { deleteItems, putItems } from '../../../shared/kernel/table/batch-write.ts';
import { storyPartition } from '../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import type { LoggedEvent } from '../../../shared/modules/events/log/log-contract.ts';
import type { Story, StoryNode } from '../../../shared/modules/events/story/story-contract.ts';
import { type Administrator, aTenantAdmin } from '../../support/builders/administrators.ts';
import { prefer } from '../../support/builders/email.ts';
import { aReader } from '../../support/builders/notifications.ts';
import { aStoredRule } from '../../support/builders/rules.ts';
import { aJob, aStoredJob, trigger } from '../../support/builders/scheduler.ts';
import { connectTo } from '../../support/builders/sync-runs.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { anEndpoint, receive, signed } from '../../support/clients/inbound.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

/** The first event of each story, whose effects the test makes. */
type Root = 'event' | 'run' | 'message' | 'invitation';

interface Effect {
  what: string;
  root: Root;
  kind: string;
  /** The kind of its direct cause. */
  of: string;
  is?: (node: StoryNode) => boolean;
}

const anEmail = () => `${randomUUID()}@example.com`;
const emitted = 'sales.order.flagged';
const entityType = 'crm.customer';
const mailOf =
  (kind: string) =>
  ({ detail }: StoryNode) =>
    detail?.kind === kind;
const titled = (title: string) => (node: StoryNode) => node.title === title;

const effects: readonly Effect[] = [
  { what: 'executed rules', root: 'event', kind: 'rule_execution', of: 'event' },
  { what: 'changed fields', root: 'event', kind: 'rule_execution', of: 'event', is: sets('status') },
  { what: 'events of rules', root: 'event', kind: 'event', of: 'rule_execution', is: titled(emitted) },
  { what: 'deliveries', root: 'event', kind: 'delivery', of: 'event' },
  {
    ...{ what: 'events of deliveries', root: 'event', kind: 'event', of: 'delivery' },
    is: titled('webhooks.delivery.succeeded'),
  },
  { what: 'notifications', root: 'event', kind: 'notification', of: 'rule_execution' },
  { what: 'events of notifications', root: 'event', kind: 'event', of: 'notification' },
  { what: 'e-mails', root: 'event', kind: 'mail', of: 'event', is: mailOf('notification') },
  {
    ...{ what: 'requests for a confirmation', root: 'event', kind: 'mail', of: 'event' },
    is: mailOf('confirmation'),
  },
  { what: 'mails of invitations', root: 'invitation', kind: 'mail', of: 'event', is: mailOf('account') },
  { what: 'runs of jobs', root: 'run', kind: 'job_run', of: 'event' },
  {
    ...{ what: 'events of runs', root: 'run', kind: 'event', of: 'job_run' },
    is: titled('scheduler.job.completed'),
  },
  { what: 'runs of syncs', root: 'run', kind: 'sync_run', of: 'event' },
  {
    ...{ what: 'events of synced records', root: 'run', kind: 'event', of: 'sync_run' },
    is: titled(`${entityType}.created`),
  },
  {
    ...{ what: 'audit entries', root: 'run', kind: 'audit_entry', of: 'event' },
    is: ({ detail }) => detail?.resource === entityType,
  },
  { what: 'received messages', root: 'message', kind: 'inbound_message', of: 'event' },
  { what: 'events of received messages', root: 'message', kind: 'event', of: 'inbound_message' },
];

function sets(field: string) {
  return ({ detail }: StoryNode) => JSON.stringify(detail).includes(`"field":"${field}"`);
}

let caller: TestCaller;
let admin: Administrator;
let sink: Sink;
const roots = new Map<Root, string>();

const entryWith = (query: string): Promise<LoggedEvent> =>
  eventually('an entry of the log', async () => {
    const { body } = await caller.api.get<{ items: LoggedEvent[] }>(`/api/events/log?${query}`);
    return body.items[0];
  });

/** As an administrator sees it: mails of accounts and confirmations belong to the whole tenant. */
const storyOf = (root: Root) =>
  bodyOf(admin.api.get<Story>(`/api/events/${encodeURIComponent(roots.get(root) ?? '')}/story`));

function find({ nodes }: Story, { kind, of, is = () => true }: Effect): StoryNode | undefined {
  const kinds = new Map(nodes.map((node) => [node.id, node.kind]));
  return nodes.find((node) => node.kind === kind && kinds.get(node.parentId ?? '') === of && is(node));
}

/** An event with a rule that changes a field, emits an event and notifies a user by e-mail, and with a webhook. */
async function makeEvent(): Promise<string> {
  const action = `sent_${randomUUID().slice(0, 8)}`;
  const type = `sales.order.${action}`;
  const reader = await aReader(caller);
  await prefer(reader, { mode: 'instant' });
  await aWebhook(caller, { subscribedEvents: [type] }, sink);
  await aStoredRule(caller, {
    ...{ ruleType: 'ACTION', entityType: 'sales.order', eventType: action },
    conditionExpression: { field: 'id', operator: '=', value: 'SO-1001' },
    successActions: [
      { type: 'SET_FIELD', config: { field: 'status', value: 'held' } },
      { type: 'EMIT_EVENT', config: { eventName: emitted } },
      { type: 'NOTIFY', config: { recipients: `${reader.user.email},${anEmail()}`, message: 'Sent' } },
    ],
  });
  const id = randomUUID();
  const body = { type, data: { id: 'SO-1001' }, id };
  expect((await caller.api.post('/api/events', { body })).status).toBe(202);
  return (await entryWith(`eventId=${id}`)).id;
}

/** The start of a job whose command imports a record. */
async function makeRun(): Promise<string> {
  await connectTo(caller, 'sync_http_json', { baseUrl: `${sink.url}/v1`, token: 'token-of-great-value' });
  const targetPayload = { integrationId: 'sync_http_json', entityType, direction: 'import' };
  const job = await aStoredJob(caller, aJob({ targetCommand: 'data_sync.run', targetPayload }));
  await trigger(caller, job.id);
  return (await entryWith(`type=scheduler.job.started&entityId=${job.id}`)).id;
}

/** The creation of a user by an invitation. */
async function makeInvitation(): Promise<string> {
  const { body } = await caller.api.post('/api/auth/users/invite', { body: { email: anEmail() } });
  return (await entryWith(`type=auth.user.created&entityId=${body.id}`)).id;
}

async function makeMessage(): Promise<string> {
  const { id, secret } = await anEndpoint(caller);
  expect((await receive(id, signed(secret, '{"type":"invoice.paid"}'))).status).toBe(200);
  return (await entryWith('type=webhooks.inbound.received')).id;
}

beforeAll(async () => {
  caller = await aTenant();
  admin = await aTenantAdmin(caller);
  sink = await startSink();
  const items = [{ id: 'C-1', name: 'Ada' }];
  sink.respond(({ method }) =>
    method === 'GET' ? { body: JSON.stringify({ items, nextCursor: null }) } : { status: 204 },
  );
  roots.set('event', await makeEvent());
  roots.set('run', await makeRun());
  roots.set('message', await makeMessage());
  roots.set('invitation', await makeInvitation());
});
afterAll(() => sink.stop());

describe('the story of the first event has', () => {
  it.each(effects.map((effect) => [effect.what, effect] as const))(
    '%s, because of their edge',
    async (_, effect) => {
      const node = await eventually(effect.what, async () => find(await storyOf(effect.root), effect));
      expect(node.state).toBe('kept');
      // An audit entry has the edge of its event.
      const ofEdge = storyParts[effect.kind]?.ofEvents ? node.parentId : node.id;
      const { tenantId } = caller;
      const pk = storyPartition({ tenantId }, roots.get(effect.root) ?? '');
      const items = await queryAll({ pk, consistent: true });
      const edges = items.filter((item) => nodeId(toStoryEdge(item)) === ofEdge);
      expect(edges).toHaveLength(1);
      const keys = edges.map((edge) => ({ ...edge, pk, sk: String(edge.sk) }));
      await deleteItems(keys);
      const without = (await storyOf(effect.root)).nodes.find(({ id }) => id === node.id);
      await putItems(keys);
      expect(without).toBeUndefined();
    },
  );

  it('an effect of every kind that modules declare', () => {
    const kinds = new Set(effects.map(({ kind }) => kind));
    expect(Object.keys(storyParts).filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});
