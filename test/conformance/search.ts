import { expect } from 'vitest';
import type { FoundThing, ThingName } from '../../shared/modules/search/contract.ts';
import { aFile } from '../support/builders/attachments.ts';
import { begin } from '../support/builders/payments.ts';
import { aStoredRule, aStoredSet, rulesPath } from '../support/builders/rules.ts';
import { aJob, aStoredJob } from '../support/builders/scheduler.ts';
import type { TestCaller } from '../support/builders/tenants.ts';
import { aWebhook, webhookPath } from '../support/builders/webhooks.ts';
import { eventually } from '../support/clients/eventually.ts';
import { conformance } from './support/conformance.ts';
import { aMerchant } from './support/merchants.ts';
import { namePrefix } from './support/names.ts';
import { aRole, aUser } from './support/people.ts';
import { aCaller, aKey, aName, aSibling, aTenant, created, unique } from './support/stage.ts';

const { proves } = conformance('search');

interface Found {
  items: FoundThing[];
  leftOut: { kind: string; feature: string }[];
  isComplete: boolean;
}

async function search({ api }: Pick<TestCaller, 'api'>, text: string): Promise<Found> {
  const { status, body } = await api.get<Found>(`/api/search?q=${encodeURIComponent(text)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The found things, as soon as this one is among them: searches may miss the last second. */
const findsOf = (caller: Pick<TestCaller, 'api'>, text: string, id: string) =>
  eventually(`${id} in a search for ${text}`, async () => {
    const { items } = await search(caller, text);
    return items.some((item) => item.id === id) ? items : undefined;
  });

async function namesOf({ api }: Pick<TestCaller, 'api'>, things: string): Promise<ThingName[]> {
  const { status, body } = await api.get<{ items: ThingName[] }>(
    `/api/search/names?things=${encodeURIComponent(things)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}

const recordType = 'crm.customer';

async function aRecord({ api }: TestCaller, externalId: string): Promise<{ id: string }> {
  const body = { entityType: recordType, externalId };
  return created(api.post<{ id: string }>('/api/entities/records', { body }));
}

/** A thing with its kind and its name. */
interface Made {
  id: string;
  kind: string;
  name: string;
  organizationId: string | null;
}

type Make = (caller: TestCaller, name: string) => Promise<{ id: string }>;

/** Makes a named thing of a kind, in an organization or the whole tenant. */
const maker =
  (kind: string, make: Make, { isOfTenant = false } = {}) =>
  async (caller: TestCaller, name = aName(kind)): Promise<Made> => ({
    ...{ id: (await make(caller, name)).id, name, kind },
    organizationId: isOfTenant ? null : caller.organizationId,
  });

const makers = {
  webhook: maker('webhooks.webhook', (caller, name) => aWebhook(caller, { name })),
  rule: maker('business_rules.rule', (caller, ruleName) =>
    aStoredRule(caller, { ruleId: unique('RULE-'), ruleName }),
  ),
  'rule set': maker('business_rules.set', (caller, setName) =>
    aStoredSet(caller, { setId: unique('SET-'), setName }),
  ),
  job: maker('scheduler.job', (caller, name) => aStoredJob(caller, aJob({ name }))),
  record: (caller: TestCaller) => maker(recordType, aRecord)(caller, unique('C-')),
  file: async (caller: TestCaller): Promise<Made> => {
    const { id, fileName } = await aFile(caller.api);
    return {
      ...{ id: String(id), name: String(fileName) },
      ...{ kind: 'attachments.attachment', organizationId: caller.organizationId },
    };
  },
  role: maker('auth.role', (caller, name) => aRole(caller, {}, name), { isOfTenant: true }),
  user: maker('auth.user', (caller, name) => aUser(caller, { name })),
};
const kinds = Object.keys(makers) as (keyof typeof makers)[];

proves('by-id', kinds, async (kind) => {
  const caller = await aCaller();
  const thing = await makers[kind](caller);
  for (const text of [thing.id, ` ${thing.id.toUpperCase()} `])
    expect(await findsOf(caller, text, thing.id)).toMatchObject([thing]);
});

proves('external-id', async () => {
  const merchant = await aMerchant();
  const { transactionId, sessionId } = await begin(merchant);
  expect(await findsOf(merchant, sessionId, transactionId)).toMatchObject([
    { kind: 'payment_gateways.payment', id: transactionId, name: sessionId },
  ]);
  const ruleId = unique('LIMIT-');
  const rule = await aStoredRule(merchant, { ruleId });
  expect(await findsOf(merchant, ruleId.toLowerCase(), rule.id)).toMatchObject([{ detail: ruleId }]);
  const externalId = unique('4711-');
  const record = await aRecord(merchant, externalId);
  expect(await findsOf(merchant, `${recordType}:${externalId}`, record.id)).toMatchObject([
    { kind: recordType, name: externalId },
  ]);
});

const named = ['webhook', 'rule', 'rule set', 'job', 'role'] as const;

proves('by-name', named, async (kind) => {
  const caller = await aCaller();
  // The list is longer than what a search returns of it.
  for (let count = 0; count < 9; count += 1) await makers[kind](caller);
  const thing = await makers[kind](caller, `Zq7 ${aName(kind)}`);
  for (const text of [thing.name, thing.name.toUpperCase(), 'zq7'])
    expect(await findsOf(caller, text, thing.id)).toContainEqual(expect.objectContaining(thing));
});

const renamings = {
  webhook: (id: string, name: string) => ({ path: webhookPath(id), body: { name } }),
  rule: (id: string, ruleName: string) => ({ path: rulesPath, body: { id, ruleName } }),
};

proves('renamed', ['webhook', 'rule'] as const, async (kind) => {
  const caller = await aCaller();
  const { id, name: before } = await makers[kind](caller);
  const after = aName(`renamed ${kind}`);
  const { path, body } = renamings[kind](id, after);
  await created(caller.api.put(path, { body }));
  await findsOf(caller, after, id);
  expect((await search(caller, before)).items).toEqual([]);
});

proves('best-first', async () => {
  const caller = await aCaller();
  const name = aName('orders');
  for (const own of [`${name} archive`, name, `${name} 2`]) await aWebhook(caller, { name: own });
  const items = await eventually('all three', async () => {
    const found = await search(caller, name);
    return found.items.length === 3 ? found.items : undefined;
  });
  expect(items.map((item) => item.name)).toEqual([name, `${name} 2`, `${name} archive`]);
});

proves('too-short', async () => {
  const { api } = await aCaller();
  // Blanks, and characters without a width, do not count.
  for (const text of ['', 'ab', '   ', '  ab  ', '\u200b\u200b\u200b', 'ab\u200b'])
    expect(await api.get(`/api/search?q=${encodeURIComponent(text)}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'q' }] },
    });
});

proves('left-out', async () => {
  const caller = await aCaller();
  const webhook = await makers.webhook(caller);
  const viewer = await aKey({ ...caller, features: ['scheduler.jobs.view'] });
  const { items, leftOut } = await search(viewer, webhook.name);
  expect(items).toEqual([]);
  expect(leftOut).toContainEqual({ kind: 'webhooks.webhook', feature: 'webhooks.view' });
  expect(leftOut).not.toContainEqual(expect.objectContaining({ kind: 'scheduler.job' }));
  expect((await search(viewer, webhook.id)).items).toEqual([]);
  expect(await namesOf(viewer, `webhooks.webhook:${webhook.id}`)).toEqual([]);
});

proves('hidden', async () => {
  const caller = await aCaller();
  const sibling = await aSibling(caller);
  const stranger = await aTenant();
  for (const kind of ['webhook', 'rule', 'job', 'file', 'record'] as const) {
    const { id, name, kind: type } = await makers[kind](caller);
    for (const other of [sibling, stranger]) {
      expect((await search(other, id)).items).toEqual([]);
      expect((await search(other, name)).items).not.toContainEqual(expect.objectContaining({ id }));
      expect(await namesOf(other, `${type}:${id},${type}:${id}@${caller.organizationId}`)).toEqual([]);
    }
  }
  // A caller with all rights in a tenant sees no other tenant.
  const { tenantId } = stranger;
  expect((await search(caller, tenantId)).items).toEqual([]);
  expect(await namesOf(caller, `directory.tenant:${tenantId}`)).toEqual([]);
  const { items, leftOut } = await search(caller, namePrefix);
  expect(items).not.toContainEqual(expect.objectContaining({ kind: 'directory.tenant' }));
  expect(leftOut).toEqual([{ kind: 'directory.tenant', feature: 'super_admin' }]);
  const [webhook, rule] = [await makers.webhook(caller), await makers.rule(caller)];
  await created(caller.api.delete(webhookPath(webhook.id)));
  await created(caller.api.delete(`${rulesPath}?id=${rule.id}`));
  for (const { id, kind, name } of [webhook, rule]) {
    await eventually('the deletion', async () =>
      (await search(caller, id)).items.length === 0 ? true : undefined,
    );
    expect((await search(caller, name)).items).toEqual([]);
    expect(await namesOf(caller, `${kind}:${id}`)).toEqual([]);
  }
});

proves('incomplete', async () => {
  const caller = await aCaller();
  const name = aName('orders');
  const first = await makers.webhook(caller, name);
  expect(await search(caller, name)).toMatchObject({ isComplete: true });
  for (let count = 0; count < 9; count += 1) await makers.webhook(caller, `${name} ${count}`);
  await eventually('more names than a search returns', async () => {
    const { items, isComplete } = await search(caller, name);
    expect(items[0]).toMatchObject({ id: first.id });
    return isComplete ? undefined : items;
  });
});

proves('names', async () => {
  const caller = await aCaller();
  const things: Made[] = [];
  for (const kind of kinds) things.push(await makers[kind](caller));
  const wanted = things.map(({ kind, id }) => `${kind}:${id}`);
  const user = things.find(({ kind }) => kind === 'auth.user');
  const names = await namesOf(
    caller,
    [...wanted, `user:${user?.id}`, `api_key:${caller.keyId}`, 'integrations.state:gateway_stripe'].join(),
  );
  expect(names).toMatchObject([
    ...things,
    { ...user, kind: 'user' },
    { kind: 'api_key', id: caller.keyId },
    { kind: 'integrations.state', id: 'gateway_stripe', name: 'Stripe payments' },
  ]);
  const [webhook] = things;
  const inOrganization = `${webhook?.kind}:${webhook?.id}@${caller.organizationId}`;
  expect(await namesOf(caller, inOrganization)).toMatchObject([webhook]);
});

proves('no-name', async () => {
  const caller = await aCaller();
  const missing = crypto.randomUUID();
  expect(await namesOf(caller, `user:${missing},unheard.of:${missing},nothing:${missing}`)).toEqual([]);
  const tooMany = Array.from({ length: 51 }, () => `user:${missing}`).join();
  for (const refused of ['user', `user:${missing}@here`, `user:a#b`, `user:${missing},`, tooMany])
    expect(await caller.api.get(`/api/search/names?things=${encodeURIComponent(refused)}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'things' }] },
    });
});
