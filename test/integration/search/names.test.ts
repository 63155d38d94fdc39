/** Every kind that is searched by names is found by three characters, however long its list is. */
import { describe, expect, it } from 'vitest';
import { maxUnits } from '../../../lib/lab/scale/max-units.ts';
import { searchSources } from '../../../shared/catalog/search-sources.ts';
import type { FoundThing } from '../../../shared/modules/search/contract.ts';
import { keysPath } from '../../support/builders/api-keys.ts';
import { organizationsPath } from '../../support/builders/directory.ts';
import { rolesPath, usersPath } from '../../support/builders/roles.ts';
import { aSet, rulesPath, setsPath } from '../../support/builders/rules.ts';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aKey, aRule, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin, aToggle, globalPath } from '../../support/builders/toggles.ts';
import { aWebhookBody, webhooksPath } from '../../support/builders/webhooks.ts';
import { successfulCallsOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';

interface Kind {
  kind: string;
  path: string;
  /** The body of a new thing with a name. */
  body: (name: string, index: number) => Record<string, unknown>;
  /** The field with the name; `name` by default. */
  field?: string;
  /** Whether changes and deletions name the thing in their path. */
  hasIdInPath?: true;
  /** A name as this kind has names. */
  spelled?: (name: string) => string;
  /** Who sees it besides its own organization. */
  shownTo?: 'tenant' | 'all';
}

const inboundPath = `${webhooksPath}/inbound-endpoints`;
const asIdentifier = (name: string): string => name.toLowerCase().replaceAll(' ', '_');
const unique = (): string => crypto.randomUUID().slice(0, 8);

const kinds: Record<string, Kind> = {
  'a webhook': {
    ...{ kind: 'webhooks.webhook', path: webhooksPath, hasIdInPath: true },
    body: (name) => aWebhookBody({ name }),
  },
  'an inbound endpoint': {
    ...{ kind: 'webhooks.inbound_endpoint', path: inboundPath, hasIdInPath: true },
    body: (name) => ({ name, providerKey: 'github', secret: 'It is a secret to everybody' }),
  },
  'a rule': {
    ...{ kind: 'business_rules.rule', path: rulesPath, field: 'ruleName' },
    body: (ruleName, index) => aRule({ ruleName, ruleId: `R-${index}-${unique()}` }),
  },
  'a rule set': {
    ...{ kind: 'business_rules.set', path: setsPath, field: 'setName' },
    body: (setName, index) => aSet({ setName, setId: `S-${index}-${unique()}` }),
  },
  'a job': { kind: 'scheduler.job', path: jobsPath, body: (name) => aJob({ name }) },
  'a job of the tenant': {
    ...{ kind: 'scheduler.job', path: jobsPath, shownTo: 'tenant' },
    body: (name) => aJob({ name, scopeType: 'tenant' }),
  },
  'a role': { kind: 'auth.role', path: rolesPath, shownTo: 'tenant', body: (name) => ({ name }) },
  'a user': {
    ...{ kind: 'auth.user', path: usersPath },
    body: (name) => ({ name, email: `${unique()}@example.com`, password: `Aa1!${crypto.randomUUID()}` }),
  },
  'a user by e-mail address': {
    ...{ kind: 'auth.user', path: usersPath, field: 'email' },
    spelled: (name) => `${asIdentifier(name)}@example.com`,
    body: (email) => ({ email, password: `Aa1!${crypto.randomUUID()}` }),
  },
  'an API key': {
    ...{ kind: 'api_keys.key', path: keysPath },
    body: (name) => ({ name, roles: [] }),
  },
  'an organization': {
    ...{ kind: 'directory.organization', path: organizationsPath },
    body: (name) => ({ name }),
  },
  'a toggle': {
    ...{ kind: 'feature_toggles.toggle', path: globalPath, shownTo: 'all' },
    body: (name) => aToggle({ name, identifier: `t_${unique()}` }),
  },
  'a toggle by identifier': {
    ...{ kind: 'feature_toggles.toggle', path: globalPath, field: 'identifier', shownTo: 'all' },
    spelled: asIdentifier,
    body: (identifier) => aToggle({ identifier }),
  },
  'a tenant': {
    ...{ kind: 'directory.tenant', path: '/api/directory/tenants' },
    body: (name) => ({ name }),
  },
};

interface Stored {
  id: string;
}

async function succeeds<Body>(request: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await request;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const find = async ({ api }: Pick<TestCaller, 'api'>, text: string) =>
  api.get<{ items: FoundThing[]; isComplete: boolean }>(`/api/search?q=${encodeURIComponent(text)}`);

/** Waits until a search finds the thing, or does not: it may miss the last second. */
const finds = (caller: TestCaller, text: string, id: string, isFound = true) =>
  eventually(`${id} ${isFound ? 'in' : 'not in'} a search for ${text}`, async () => {
    const answer = await find(caller, text);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const found = answer.body.items.find((item) => item.id === id);
    return (found !== undefined) === isFound ? { answer, found } : undefined;
  });

const others = Array.from({ length: 32 }, (_, index) => index);

describe.concurrent('a search by three characters', () => {
  it('is tested for every kind that is searched by names', () => {
    const searched = Object.entries(searchSources).filter(([, { list }]) => list !== undefined);
    const tested = new Set(Object.values(kinds).map(({ kind }) => kind));
    expect(searched.map(([kind]) => kind).toSorted()).toEqual([...tested].toSorted());
  });

  it.each(Object.entries(kinds))('finds %s behind many others', async (_, tested) => {
    const { kind, path, body, field = 'name', hasIdInPath, spelled = (name) => name, shownTo } = tested;
    const caller = await aSuperAdmin();
    const make = (name: string, index: number) =>
      succeeds(caller.api.post<Stored>(path, { body: body(spelled(name), index) }));
    for (const index of others) await make(`Before ${unique()} ${index}`, index);
    const name = `Zq7 ${unique()}`;
    const { id } = await make(name, others.length);

    for (const text of ['zq7', 'ZQ7', spelled(name).toUpperCase()]) {
      const { answer, found } = await finds(caller, text, id);
      expect(found).toMatchObject({ kind });
      expect([found?.name, found?.detail]).toContain(spelled(name));
      const calls = (await successfulCallsOf(answer)).filter(({ service }) => service === 'dynamodb');
      expect(calls.reduce((sum, { readUnits }) => sum + readUnits, 0)).toBeLessThanOrEqual(maxUnits.search);
    }
    const [sibling, stranger] = [await aSibling(caller), await aTenant()];
    const viewer = await aKey({ ...caller, features: ['progress.view'] });
    await finds(sibling, 'zq7', id, shownTo !== undefined);
    await finds(stranger, 'zq7', id, shownTo === 'all');
    await finds(viewer, 'zq7', id, false);

    const renamed = `Xq7 ${unique()}`;
    const at = hasIdInPath ? `${path}/${id}` : path;
    await succeeds(caller.api.put(at, { body: { ...(!hasIdInPath && { id }), [field]: spelled(renamed) } }));
    await finds(caller, 'xq7', id);
    await finds(caller, 'zq7', id, false);

    await succeeds(caller.api.delete(hasIdInPath ? at : `${path}?id=${id}`));
    await finds(caller, 'xq7', id, false);
  });

  it('finds a whole name before longer ones, and in any spelling', async () => {
    const caller = await aSuperAdmin();
    const make = (name: string) =>
      succeeds(caller.api.post<Stored>(webhooksPath, { body: aWebhookBody({ name }) }));
    for (const index of others) await make(`Straße ${index}`);
    const { id } = await make('Straße');
    const long = await make(`${'Straße'.repeat(20)} end`);
    for (const text of ['STRASSE', 'straße', 'stra\u00adße'])
      expect((await finds(caller, text, id)).answer.body.items[0]).toMatchObject({ id });
    expect((await find(caller, 'str')).body).toMatchObject({ isComplete: false });
    await finds(caller, `${'strasse'.repeat(20)} e`, long.id);
    await finds(caller, `${'strasse'.repeat(20)} f`, long.id, false);
  });

  it('finds what was restored', async () => {
    const caller = await aSuperAdmin();
    const rule = await succeeds(
      caller.api.post<Stored>(rulesPath, { body: aRule({ ruleName: 'Zq7', ruleId: unique() }) }),
    );
    await succeeds(caller.api.delete(`${rulesPath}?id=${rule.id}`));
    await finds(caller, 'zq7', rule.id, false);
    await succeeds(caller.api.post(`${rulesPath}/${rule.id}/restore`, { body: {} }));
    await finds(caller, 'zq7', rule.id);
  });
});
