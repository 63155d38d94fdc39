/** All organizations selected: by the cookie `svc_selected_org` with the value `__all__`, or by the query. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aStoredRule, type RulePage, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aKey, aRule, aSibling, asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { apiFor, callsOf, type RequestOptions, send } from '../../support/clients/api.ts';

const all = { cookie: 'svc_selected_org=__all__' };

/** Two organizations with a rule each, and a third one with another rule. */
async function threeOrganizations() {
  const north = await aTenant();
  const south = await aSibling(north);
  const east = await aSibling(north);
  const rules = [
    await aStoredRule(north, { ruleId: 'NORTH' }),
    await aStoredRule(south, { ruleId: 'SOUTH' }),
    await aStoredRule(east, { ruleId: 'EAST' }),
  ];
  return { north, south, east, rules };
}

/** Headers of a user of the organization who may select the given ones. */
async function someone(home: TestCaller, organizations: string[] | null): Promise<Record<string, string>> {
  const user = await aUser(home, { acl: { features: ['*'], isSuperAdmin: false, organizations } });
  return { authorization: `Bearer ${(await aSession(user)).token}` };
}

async function ruleIds(options: RequestOptions, query = ''): Promise<string[]> {
  const { status, body } = await send<RulePage>('GET', `${rulesPath}?${query}`, options);
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ ruleId }) => ruleId).toSorted();
}

describe('all organizations selected', () => {
  it('lists the rows of every organization that the caller may select', async () => {
    const { north, south } = await threeOrganizations();
    const both = await someone(north, [north.organizationId, south.organizationId]);
    expect(await ruleIds({ headers: { ...both, ...all } })).toEqual(['NORTH', 'SOUTH']);
    expect(await ruleIds({ headers: both })).toEqual(['NORTH']);
    const everywhere = await someone(north, null);
    expect(await ruleIds({ headers: { ...everywhere, ...all } })).toEqual(['EAST', 'NORTH', 'SOUTH']);
  });

  it('lists them for an API key by the query, which overrides the cookie', async () => {
    const { north, south } = await threeOrganizations();
    const { secret } = await createApiKey(
      { name: 'no home', tenantId: north.tenantId, features: ['*'] },
      asTest(),
    );
    const headers = { 'x-api-key': secret, cookie: `svc_selected_org=${north.organizationId}` };
    expect(await ruleIds({ headers })).toEqual(['NORTH']);
    expect(await ruleIds({ headers }, 'organizationId=__all__')).toEqual(['EAST', 'NORTH', 'SOUTH']);
    expect(await ruleIds({ headers }, `organizationId=${south.organizationId}`)).toEqual(['SOUTH']);
    const keys = await apiFor(secret).get('/api/api_keys/keys?organizationId=__all__');
    expect([keys.status, keys.body.total]).toEqual([200, 4]);
    const mixed = `organizationId=__all__&organizationId=${north.organizationId}`;
    expect((await send('GET', `${rulesPath}?${mixed}`, { headers })).status).toBe(403);
  });

  it('reads a row of any of them, and of no other', async () => {
    const { north, south, rules } = await threeOrganizations();
    const headers = { ...(await someone(north, [south.organizationId])), ...all };
    const statuses = await Promise.all(
      rules.map(async ({ id }) => (await send('GET', rulePath(id), { headers })).status),
    );
    expect(statuses).toEqual([200, 200, 404]);
  });

  it('creates in the home organization', async () => {
    const { north } = await threeOrganizations();
    const headers = { ...(await someone(north, null)), ...all };
    const created = await send<Rule>('POST', rulesPath, { headers, body: aRule() });
    expect(created.status).toBe(201);
    expect(created.body.organizationId).toBe(north.organizationId);
  });

  it('is overridden by an organization in query or payload', async () => {
    const { north, south } = await threeOrganizations();
    const headers = { ...(await someone(north, null)), ...all };
    expect(await ruleIds({ headers }, `organizationId=${south.organizationId}`)).toEqual(['SOUTH']);
    const body = aRule({ organizationId: south.organizationId });
    const created = await send<Rule>('POST', rulesPath, { headers, body });
    expect(created.body.organizationId).toBe(south.organizationId);
  });

  it('includes every organization for a super admin, in the own and in a selected tenant', async () => {
    const { north } = await threeOrganizations();
    const own = await aKey({ ...north, isSuperAdmin: true, features: [] });
    expect(await ruleIds({ headers: { 'x-api-key': own.key, ...all } })).toEqual(['EAST', 'NORTH', 'SOUTH']);
    const foreign = await aTenant({ isSuperAdmin: true });
    const headers = { 'x-api-key': foreign.key, ...all };
    expect(await ruleIds({ headers }, `tenantId=${north.tenantId}`)).toEqual(['EAST', 'NORTH', 'SOUTH']);
    const nowhere = await send('GET', `${rulesPath}?tenantId=${randomUUID()}`, { headers });
    expect(nowhere.status).toBe(403);
  });

  it('allows reads of a caller without an organization, and requires one for its writes', async () => {
    const { north } = await threeOrganizations();
    const { secret } = await createApiKey(
      { name: 'no home', tenantId: north.tenantId, features: ['*'] },
      asTest(),
    );
    expect(await ruleIds({ headers: { 'x-api-key': secret, ...all } })).toEqual(['EAST', 'NORTH', 'SOUTH']);
    const { status, body } = await apiFor(secret).post(rulesPath, { headers: all, body: aRule() });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'scope_required' });
  });

  it('costs one more request, and none if there is only one organization', async () => {
    const { north, south } = await threeOrganizations();
    const actions = async (headers: Record<string, string>) =>
      (await callsOf(await send('GET', rulePath(randomUUID()), { headers }))).map(({ action }) => action);
    const wide = await someone(north, [south.organizationId]);
    expect(await actions({ ...wide, ...all })).toEqual([
      'GetItem',
      'UpdateItem',
      'Query',
      'GetItem',
      'GetItem',
    ]);
    expect(await actions(wide)).toEqual(['GetItem', 'UpdateItem', 'GetItem']);
    expect(await actions({ 'x-api-key': north.key, ...all })).toEqual(['UpdateItem', 'GetItem']);
  });

  it('never shows another tenant', async () => {
    const stranger = await aTenant();
    await aStoredRule(stranger, { ruleId: 'FOREIGN' });
    const { north } = await threeOrganizations();
    const headers = { ...(await someone(north, null)), ...all };
    expect(await ruleIds({ headers })).not.toContain('FOREIGN');
    const { status } = await send('GET', `${rulesPath}?tenantId=${stranger.tenantId}`, { headers });
    expect(status).toBe(403);
  });
});
