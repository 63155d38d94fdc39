import type { Tour } from './tour.ts';

/** Business rules: created, found, changed without losing anything, compared, restored, isolated, deleted. */
export async function rulesSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Business rules');
  const path = '/api/business_rules/rules';
  const ruleId = `DEMO-${tag.toUpperCase()}`;
  const rule = await sample('A guard that blocks large orders', 'createRule', {
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
  await step('An unknown operator is named', {
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
  await step('Found by a part of its name', {
    method: 'GET',
    path: `${path}?search=LARGE&enabled=yes`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ pagination }) => pagination,
  });
  await step('Switched off; every other field stays', {
    method: 'PUT',
    path,
    key: 'acmeAdmin',
    expect: 200,
    body: { id: rule.id, enabled: false },
    show: ({ enabled, priority }) => ({ enabled, priority }),
  });
  await step('A change from an outdated copy is refused', {
    method: 'PUT',
    path,
    key: 'acmeAdmin',
    headers: { 'If-Match': '"1"' },
    expect: 412,
    body: { id: rule.id, priority: 1 },
    show: ({ code }) => ({ code }),
  });
  const revisions = `${path}/${String(rule.id)}/revisions`;
  await step('Who changed what', {
    method: 'GET',
    path: revisions,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => items,
  });
  await step('What differs between two revisions', {
    method: 'GET',
    path: `${revisions}/compare?from=1&to=2`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ changes }) => changes,
  });
  await step('The first revision restored, as the third', {
    method: 'POST',
    path: `${revisions}/1/restore`,
    key: 'acmeAdmin',
    expect: 200,
    show: ({ enabled }) => ({ enabled }),
  });
  await step('Several switched off in one call, with a result for each', {
    method: 'POST',
    path: `${path}/bulk-update`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ids: [rule.id, '00000000-0000-4000-8000-000000000000'], enabled: false },
    show: ({ results }) => results,
  });
  await step('Another tenant cannot see it', {
    method: 'GET',
    path: `${path}/${String(rule.id)}`,
    key: 'globexAdmin',
    expect: 404,
  });
  await step('A key without the feature may not delete it', {
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
  await step('Brought back, with its history', {
    method: 'POST',
    path: `${path}/${String(rule.id)}/restore`,
    key: 'acmeAdmin',
    expect: 200,
    show: ({ ruleId, enabled }) => ({ ruleId, enabled }),
  });
  await step('Several deleted in one call', {
    method: 'POST',
    path: `${path}/bulk-delete`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ids: [rule.id] },
    show: ({ results }) => results,
  });
}
