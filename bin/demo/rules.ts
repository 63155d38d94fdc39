import type { Tour } from './tour.ts';

/** Business rules: create, find, change, compare, restore, isolation between tenants, delete. */
export async function rulesSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Business rules');
  const path = '/api/business_rules/rules';
  const ruleId = `DEMO-${tag.toUpperCase()}`;
  const rule = await sample('Create a rule that blocks large orders', 'createRule', {
    key: 'acmeAdmin',
    body: { ruleId, priority: 900 },
    show: ({ id, ruleId, priority }) => ({ id, ruleId, priority }),
  });
  await step('The same ruleId again is refused', {
    method: 'POST',
    path,
    key: 'acmeAdmin',
    expect: 409,
    body: { ...rule, ruleName: 'A copy' },
    show: ({ error }) => ({ error }),
  });
  await step('An unknown operator is refused, with its name', {
    method: 'POST',
    path,
    key: 'acmeAdmin',
    expect: 400,
    body: {
      ...rule,
      ruleId: `${ruleId}-2`,
      conditionExpression: { field: 'total', operator: 'LIKE', value: 1 },
    },
    show: ({ details }) => details,
  });
  await step('Search by a part of the name', {
    method: 'GET',
    path: `${path}?search=LARGE&enabled=yes`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ pagination }) => pagination,
  });
  await step('Disable it; all other fields stay', {
    method: 'PUT',
    path,
    key: 'acmeAdmin',
    expect: 200,
    body: { id: rule.id, enabled: false },
    show: ({ enabled, priority }) => ({ enabled, priority }),
  });
  await step('A change of an outdated copy is refused', {
    method: 'PUT',
    path,
    key: 'acmeAdmin',
    headers: { 'If-Match': '"1"' },
    expect: 412,
    body: { id: rule.id, priority: 1 },
    show: ({ code }) => ({ code }),
  });
  const revisions = `${path}/${String(rule.id)}/revisions`;
  await step('List its revisions', {
    method: 'GET',
    path: revisions,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => items,
  });
  await step('Compare two revisions', {
    method: 'GET',
    path: `${revisions}/compare?from=1&to=2`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ changes }) => changes,
  });
  await step('Restore the first revision, as the third', {
    method: 'POST',
    path: `${revisions}/1/restore`,
    key: 'acmeAdmin',
    expect: 200,
    show: ({ enabled }) => ({ enabled }),
  });
  await step('Disable several in one request, with a result for each', {
    method: 'POST',
    path: `${path}/bulk-update`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ids: [rule.id, '00000000-0000-4000-8000-000000000000'], enabled: false },
    show: ({ results }) => results,
  });
  await step('Another tenant gets a 404', {
    method: 'GET',
    path: `${path}/${String(rule.id)}`,
    key: 'globexAdmin',
    expect: 404,
  });
  await step('A key without the feature is refused', {
    method: 'DELETE',
    path: `${path}?id=${String(rule.id)}`,
    key: 'acmeViewer',
    expect: 403,
    show: ({ required }) => ({ required }),
  });
  await step('Deleted', {
    method: 'DELETE',
    path: `${path}?id=${String(rule.id)}`,
    key: 'acmeAdmin',
    expect: 204,
  });
  await step('Restore it, with its history', {
    method: 'POST',
    path: `${path}/${String(rule.id)}/restore`,
    key: 'acmeAdmin',
    expect: 200,
    show: ({ ruleId, enabled }) => ({ ruleId, enabled }),
  });
  await step('Delete several in one request', {
    method: 'POST',
    path: `${path}/bulk-delete`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ids: [rule.id] },
    show: ({ results }) => results,
  });
}
