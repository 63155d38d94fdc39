/** Rules of every authenticated endpoint of every module. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { newSigningKey, signSessionToken } from '../../../shared/kernel/auth/session-token.ts';
import { superAdminFeature } from '../../../shared/kernel/base/features.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { findApiKey, removeApiKey } from '../../../shared/modules/identity/api-keys/api-key-store.ts';
import { aKey, asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf, send, type TestResponse } from '../../support/clients/api.ts';

const guarded = endpoints.filter(({ auth }) => auth !== 'none');
const id = randomUUID();

/** A request that tests authentication only. It needs no body, which is checked after the caller. */
function request(
  { method, path }: Endpoint,
  headers: Record<string, string>,
  query = '',
): Promise<TestResponse> {
  return send(method, `${path.replaceAll(/\{[^}]+\}/g, id)}${query && `?${query}`}`, { headers });
}

async function actionsOf(answer: TestResponse): Promise<string[]> {
  return (await callsOf(answer)).map(({ action }) => action);
}

let home: TestCaller;
let unprivileged: TestCaller;
let superAdmin: TestCaller;
/** Its own user, because some endpoints end all sessions of the caller. */
let removedUser: UserRow;
let session: string;
let deadKeys: Record<'unknown' | 'expired' | 'deleted', string>;

beforeAll(async () => {
  home = await aTenant();
  const { tenantId, organizationId } = home;
  unprivileged = await aKey({ tenantId, organizationId, features: [] });
  superAdmin = await aKey({ tenantId, organizationId, isSuperAdmin: true });
  const acl = { features: [], isSuperAdmin: false, organizations: null };
  removedUser = await aUser(home, { acl });
  session = (await aSession(await aUser(home, { acl }))).token;
  const expired = await aKey({ tenantId, organizationId, expiresAtMs: Date.now() - 1 });
  const deleted = await aKey({ tenantId, organizationId });
  const row = await findApiKey(tenantId, deleted.keyId);
  if (row) await removeApiKey(row, asTest());
  const unknown = `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`;
  deadKeys = { unknown, expired: expired.key, deleted: deleted.key };
});

/** Browsers open these without headers: a token in the URL is the credential. */
const byToken = ['streamToggleChanges'];

/** One endpoint of each module, authentication and scope: all share the same mechanism. */
const examples = [
  ...new Map(
    guarded.flatMap((endpoint) =>
      [endpoint.module, endpoint.transport, endpoint.scope].map((trait) => [trait, endpoint] as const),
    ),
  ).values(),
];

describe.each([...new Set(examples)])('$method $path ($operationId)', (endpoint) => {
  it.each(['unknown', 'expired', 'deleted'] as const)(
    'returns 401 to %s keys after one request',
    async (why) => {
      const answer = await request(endpoint, { 'x-api-key': deadKeys[why] });
      expect([answer.status, await actionsOf(answer)]).toEqual([401, ['UpdateItem']]);
    },
  );

  it('returns 401 to an unknown session after one request', async () => {
    const { tenantId } = home;
    const claims = { userId: id, sid: 'unknown', tenantId, orgId: null, email: 'a@example.com' };
    const token = signSessionToken(claims, newSigningKey(), Date.now());
    const answer = await request(endpoint, { authorization: `Bearer ${token}` });
    expect([answer.status, await actionsOf(answer)]).toEqual([401, ['GetItem']]);
  });
});

describe.each(guarded)('$method $path ($operationId)', (endpoint) => {
  const feature = endpoint.superAdmin ? superAdminFeature : endpoint.feature;

  if (endpoint.auth === 'optional') {
    it('works without credentials, and then reads none', async () => {
      const answer = await request(endpoint, {});
      if (!byToken.includes(endpoint.operationId)) expect(answer.status).not.toBe(401);
      expect(answer.headers.has('x-ratelimit-remaining')).toBe(false);
      expect(await actionsOf(answer)).not.toContain('UpdateItem');
    });
  } else {
    it('returns 401 without credentials, without a DynamoDB request', async () => {
      const answer = await request(endpoint, {});
      expect([answer.status, await actionsOf(answer)]).toEqual([401, []]);
    });
  }

  it('returns 403 to a super admin for a tenant and an organization that do not exist', async () => {
    const asSuperAdmin = { 'x-api-key': superAdmin.key };
    const answer = await request(endpoint, asSuperAdmin, `tenantId=${randomUUID()}&organizationId=${id}`);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'scope_forbidden' });
    expect(await actionsOf(answer)).toEqual(['UpdateItem', 'BatchGetItem']);
  });

  it('lets callers select all organizations, with at most one more DynamoDB request besides the count', async () => {
    const token = endpoint.module === 'auth' ? (await aSession(removedUser)).token : session;
    const headers = { authorization: `Bearer ${token}`, cookie: 'svc_selected_org=__all__' };
    // Without a scope, the cookie of a browser is ignored.
    const query = endpoint.scope === 'none' ? 'organizationId=__all__' : '';
    const answer = await request(endpoint, headers, query);
    const { code } = answer.body as { code?: string };
    const codes = [
      ...['missing_feature', 'malformed_body', 'invalid_input', 'invalid_request', 'not_found'],
      ...['factor_missing', 'MISSING_TOGGLE'],
    ];
    expect([undefined, ...codes]).toContain(code);
    const actions = await actionsOf(answer);
    // The session, and the count of its user's requests.
    const count = endpoint.rateClass === 'none' ? [] : ['UpdateItem'];
    expect(actions.slice(0, 2)).toEqual(['GetItem', ...count]);
    if (endpoint.scope !== 'none') expect(actions[2]).toBe('Query');
  });

  if (feature !== undefined) {
    it(`returns 403 without ${feature}, and names it`, async () => {
      const answer = await request(endpoint, { 'x-api-key': unprivileged.key });
      expect(answer.body).toMatchObject({ code: 'missing_feature', requiredFeatures: [feature] });
      expect([answer.status, await actionsOf(answer)]).toEqual([403, ['UpdateItem']]);
    });
  }
});
