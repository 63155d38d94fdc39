/** Conformance cases of the stories of events. */
import { beforeAll, expect } from 'vitest';
import type { LoggedEvent } from '../../../shared/modules/events/log/log-contract.ts';
import type { Story, StoryNode } from '../../../shared/modules/events/story/story-contract.ts';
import { prefer } from '../../support/builders/email.ts';
import { aJob, aStoredJob, trigger } from '../../support/builders/scheduler.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { anEndpoint, receive, signed } from '../../support/clients/inbound.ts';
import { casesOf } from '../support/conformance.ts';
import { aReader } from '../support/readers.ts';
import { aReceiver, localControl } from '../support/receivers.ts';
import { always, aStoredRule } from '../support/rules.ts';
import { aKey, aSibling, aTenantWithEvents, unique } from '../support/stage.ts';
import { aSource, entityType, rows } from '../support/sync-source.ts';

const { proves } = casesOf('events');

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

type Caller = Pick<TestCaller, 'api'>;

const pathOf = (id: string): string => `/api/events/${encodeURIComponent(id)}/story`;

const storyOf = (id: string, { api }: Caller = owner) => bodyOf(api.get<Story>(pathOf(id)));

/** The story of an event as soon as it has these nodes. */
const storyWith = (id: string, has: (nodes: readonly StoryNode[]) => boolean): Promise<Story> =>
  eventually('the nodes of the story', async () => {
    const story = await storyOf(id);
    return has(story.nodes) ? story : undefined;
  });

const entryWith = (query: string): Promise<LoggedEvent> =>
  eventually('an entry of the log', async () => {
    const { body } = await owner.api.get<{ items: LoggedEvent[] }>(`/api/events/log?${query}`);
    return body.items[0];
  });

/** Publishes an event of a type that no other case uses, and returns its entry in the log. */
async function logged(type = `sales.order.${unique('sent')}`): Promise<LoggedEvent> {
  const id = unique('e');
  const body = { type, data: { id: 'SO-1001' }, id };
  expect((await owner.api.post('/api/events', { body })).status).toBe(202);
  return entryWith(`eventId=${id}`);
}

/** An event that was delivered to a webhook, and its whole story. */
async function delivered() {
  const type = `sales.order.${unique('sent')}`;
  const webhook = await aWebhook(owner, { subscribedEvents: [type] }, await aReceiver(owner));
  const entry = await logged(type);
  const story = await storyWith(entry.id, (nodes) =>
    nodes.some(({ title }) => title === 'webhooks.delivery.succeeded'),
  );
  return { entry, webhook, story };
}

const nodeOf = ({ nodes }: Story, kind: string) => nodes.find((node) => node.kind === kind);

proves('story-tree', async () => {
  const { entry, webhook, story } = await delivered();
  const [root] = story.nodes;
  expect(root).toMatchObject({
    ...{ id: `event:${entry.id}`, parentId: null, level: 0, kind: 'event', state: 'kept' },
    ...{ title: entry.type, at: entry.occurredAt, resourceId: entry.id },
    organizationId: owner.organizationId,
    detail: { entityId: 'SO-1001', data: entry.data },
  });
  expect(nodeOf(story, 'delivery')).toMatchObject({
    ...{ parentId: root?.id, level: 1, state: 'kept', status: 'delivered' },
    detail: { webhookId: webhook.id, attempts: [{ attemptNumber: 1, outcome: 'delivered' }] },
  });
  expect(story.nodes.find(({ title }) => title === 'webhooks.delivery.succeeded')).toMatchObject({
    ...{ parentId: nodeOf(story, 'delivery')?.id, level: 2, kind: 'event', state: 'kept' },
  });
  for (const [index, { parentId }] of story.nodes.entries())
    if (index > 0) expect(story.nodes.slice(0, index).map(({ id }) => id)).toContain(parentId);
  expect(story.isComplete).toBe(true);
});

proves('story-root', async () => {
  const { entry, story } = await delivered();
  const events = story.nodes.filter(({ kind }) => kind === 'event');
  expect(events.length).toBeGreaterThan(1);
  for (const { resourceId } of events) expect((await storyOf(String(resourceId))).id).toBe(entry.id);
});

proves('story-request', async () => {
  const body = aRule({ ruleId: unique('R') });
  const { headers, body: rule } = await owner.api.post('/api/business_rules/rules', { body });
  const { id } = await entryWith(`entityId=${rule.id}`);
  const story = await storyOf(id);
  const request = { kind: 'request', id: headers.get('x-request-id'), actorType: 'api_key' };
  expect(story.cause).toMatchObject(request);
  expect(nodeOf(story, 'audit_entry')).toMatchObject({
    parentId: `event:${id}`,
    detail: { action: 'created', resourceId: rule.id, actorId: story.cause.actorId },
  });
});

proves('story-features', async () => {
  const { entry } = await delivered();
  const reader = await aKey({ ...owner, features: ['events.log.view'] });
  expect(nodeOf(await storyOf(entry.id, reader), 'delivery')).toMatchObject({
    ...{ state: 'not_visible', title: null, status: null, resourceId: null, detail: null },
  });
});

proves('story-rules', async () => {
  const action = unique('sent');
  const type = `sales.order.${action}`;
  const emitted = `sales.order.${unique('flagged')}`;
  await aStoredRule(owner, {
    ...{ ruleType: 'ACTION', eventType: action },
    conditionExpression: { field: 'id', operator: '=', value: 'SO-1001' },
    successActions: [
      { type: 'SET_FIELD', config: { field: 'status', value: 'held' } },
      { type: 'EMIT_EVENT', config: { eventName: emitted } },
    ],
  });
  const { id } = await logged(type);
  const story = await storyWith(id, (nodes) => nodes.some(({ title }) => title === emitted));
  expect(nodeOf(story, 'rule_execution')).toMatchObject({
    ...{ parentId: `event:${id}`, status: 'SUCCESS' },
    detail: {
      rules: expect.arrayContaining([
        expect.objectContaining({
          decidedBy: expect.objectContaining({ field: 'id', expected: 'SO-1001', result: true }),
          actions: [
            expect.objectContaining({ type: 'SET_FIELD', field: 'status', value: 'held' }),
            expect.objectContaining({ type: 'EMIT_EVENT' }),
          ],
        }),
      ]),
    },
  });
  const effect = story.nodes.find(({ title }) => title === emitted);
  expect(effect?.parentId).toBe(nodeOf(story, 'rule_execution')?.id);
});

proves('story-notices', async () => {
  localControl();
  const action = unique('sent');
  const type = `sales.order.${action}`;
  const reader = await aReader(owner, []);
  await prefer(reader, { mode: 'instant' });
  await aStoredRule(owner, {
    ...{ ruleType: 'ACTION', eventType: action, conditionExpression: always },
    successActions: [{ type: 'NOTIFY', config: { recipients: reader.user.email, message: 'Sent' } }],
  });
  const { id } = await logged(type);
  const story = await storyWith(id, (nodes) => nodes.some(({ kind }) => kind === 'mail'));
  const [notification, mail] = [nodeOf(story, 'notification'), nodeOf(story, 'mail')];
  expect(notification).toMatchObject({
    ...{ parentId: nodeOf(story, 'rule_execution')?.id, title: 'business_rules.rule.notified' },
    detail: { recipientUserId: reader.user.id },
  });
  expect(mail).toMatchObject({ detail: { to: reader.user.email, notificationId: notification?.resourceId } });
  const causes = story.nodes.filter(({ parentId }) => parentId === notification?.id);
  expect(causes.map(({ id: cause }) => cause)).toContain(mail?.parentId);
});

proves('story-runs', async () => {
  const type = `sales.order.${unique('counted')}`;
  const command = { targetCommand: 'webhooks.publish_event', targetPayload: { type, data: {} } };
  const job = await aStoredJob(owner, aJob(command));
  const runId = await trigger(owner, job.id);
  const { id } = await entryWith(`type=scheduler.job.started&entityId=${job.id}`);
  const story = await storyWith(id, (nodes) => nodes.some(({ title }) => title === type));
  const run = nodeOf(story, 'job_run');
  expect(story.cause).toMatchObject({ kind: 'run', id: runId });
  const about = { title: job.name, resourceId: runId, detail: { jobId: job.id } };
  expect(run).toMatchObject({ parentId: `event:${id}`, ...about });
  expect(story.nodes.find(({ title }) => title === type)?.parentId).toBe(run?.id);
});

proves('story-gone', async () => {
  const id = `${Date.now()}-${owner.organizationId}-${unique('none')}`;
  const story = await storyOf(id);
  expect(story.cause.kind).toBe('unknown');
  expect(story.nodes).toMatchObject([{ id: `event:${id}`, state: 'gone', title: null }]);
});

proves('story-foreign', async () => {
  const { id } = await logged();
  const others = await aSibling(owner);
  for (const [caller, other] of [
    [others, id],
    [owner, 'none'],
    [owner, '1-2-3'],
  ] as const)
    expect((await caller.api.get(pathOf(other))).status).toBe(404);
});

proves('story-feature', async () => {
  const { id } = await logged();
  const other = await aKey({ ...owner, features: ['events.publish'] });
  expect((await other.api.get(pathOf(id))).status).toBe(403);
});

proves('story-inbound', async () => {
  const { id: endpointId, secret } = await anEndpoint(owner);
  const type = unique('paid');
  const message = signed(secret, JSON.stringify({ type }), 'msg_1');
  expect((await receive(endpointId, message)).status).toBe(200);
  const published = await entryWith(`type=inbound.standard_webhooks.${type}`);
  const story = await storyWith(published.id, (nodes) => nodes.length >= 3);
  const received = nodeOf(story, 'inbound_message');
  expect(story.cause).toMatchObject({ kind: 'inbound', id: received?.resourceId });
  expect(received).toMatchObject({
    ...{ parentId: `event:${story.id}`, level: 1, state: 'kept' },
    detail: { endpointId, messageId: 'msg_1', eventType: type },
  });
  expect(story.nodes.find(({ title }) => title === published.type)?.parentId).toBe(received?.id);
});

proves('story-syncs', async () => {
  const source = await aSource(rows(2), owner);
  const { id } = await source.sync();
  const { id: requested } = await entryWith(`type=data_sync.run.requested&entityId=${id}`);
  const isRecord = ({ title }: StoryNode) => title === `${entityType}.created`;
  const story = await storyWith(requested, (nodes) => nodes.filter(isRecord).length === 2);
  expect(story.cause.kind).toBe('request');
  const run = nodeOf(story, 'sync_run');
  expect(run).toMatchObject({
    ...{ parentId: `event:${requested}`, status: 'completed', resourceId: id },
    detail: { createdCount: 2, entityType },
  });
  for (const { parentId } of story.nodes.filter(isRecord)) expect(parentId).toBe(run?.id);
});
