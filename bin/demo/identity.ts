import type { Tour } from './tour.ts';

/** A user logs in, switches the organization and logs out; a key is rotated without an outage. */
export async function identitySteps({ access, chapter, sample, step, tag }: Tour): Promise<void> {
  const { id: tenantId, organizations } = access.tenants.acme;
  const email = `ada.${tag}@example.com`;
  const password = 'Analytical-1843';

  chapter('People: log-in, organizations, roles');
  const role = await sample('Create a role with all rights on rules', 'createRole', {
    key: 'superAdmin',
    body: { name: `Rule administrator ${tag}` },
  });
  await step('Set its rights, in every organization of the tenant', {
    method: 'PUT',
    path: '/api/auth/roles/acl',
    key: 'superAdmin',
    expect: 200,
    body: { roleId: role.id, features: ['business_rules.*'], organizations: null },
  });
  await sample('Give Ada the role', 'createUser', {
    key: 'superAdmin',
    body: { email, password, organizationId: organizations.north, roles: [role.id] },
  });
  const { token } = await step('Ada logs in', {
    method: 'POST',
    path: '/api/auth/login',
    expect: 200,
    form: { email, password, tenantId },
    show: ({ ok, redirect }) => ({ ok, redirect }),
  });
  await step('List the organizations that she can switch to', {
    method: 'GET',
    path: '/api/directory/organization-switcher',
    bearer: token,
    expect: 200,
    show: ({ items }) => (items as { name: string }[]).map(({ name }) => name),
  });
  await step('She reads the organization in the south: the cookie stores her selection', {
    method: 'GET',
    path: '/api/business_rules/rules?pageSize=1',
    bearer: token,
    headers: { Cookie: `svc_selected_org=${organizations.south}` },
    expect: 200,
    show: ({ pagination }) => pagination,
  });
  await step('Remove a right from her role', {
    method: 'PUT',
    path: '/api/auth/roles/acl',
    key: 'superAdmin',
    expect: 200,
    body: { roleId: role.id, features: ['business_rules.rules.create'], organizations: null },
  });
  await step('Her next request is refused', {
    method: 'GET',
    path: '/api/business_rules/rules',
    bearer: token,
    expect: 403,
    show: ({ required }) => ({ required }),
  });
  await step('She logs out', { method: 'POST', path: '/api/auth/logout', bearer: token, expect: 200 });
  await step('Her token is no longer valid', {
    method: 'GET',
    path: '/api/directory/organization-switcher',
    bearer: token,
    expect: 401,
  });

  chapter('Keys: rotated without an outage');
  const created = await sample('Create a key for a service', 'createApiKey', {
    key: 'superAdmin',
    body: { name: `Demo service ${tag}`, roles: [role.id] },
    show: ({ keyPrefix }) => ({ keyPrefix }),
  });
  await sample('Lower its rate limit, and allow every address', 'updateApiKey', {
    key: 'superAdmin',
    body: { id: created.id, name: `Demo service ${tag}`, requestsPerMinute: 60, allowedAddresses: [] },
    show: ({ requestsPerMinute }) => ({ requestsPerMinute }),
  });
  const rotated = await sample('Rotate the secret; the old one stays valid for an hour', 'rotateApiKey', {
    key: 'superAdmin',
    params: { id: String(created.id) },
    show: ({ keyPrefix }) => ({ keyPrefix }),
  });
  for (const [what, { secret }] of [
    ['The old secret is still valid', created],
    ['The new one is valid as well', rotated],
  ] as const) {
    await step(what, {
      method: 'GET',
      path: '/api/directory/organization-switcher',
      bearer: secret,
      expect: 200,
    });
  }
  await step('Delete the key: both secrets are refused from now on', {
    method: 'DELETE',
    path: `/api/api_keys/keys?id=${String(created.id)}`,
    key: 'superAdmin',
    expect: 200,
  });
  await step('The audit trail shows who did what', {
    method: 'GET',
    path: `/api/audit_logs/actions?resource=api_keys.key&resourceId=${String(created.id)}`,
    key: 'superAdmin',
    expect: 200,
    show: ({ items }) => (items as { action: string }[]).map(({ action }) => action),
  });
}
