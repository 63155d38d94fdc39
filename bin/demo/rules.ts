import type { Tour } from './tour.ts';

/** Business rules: created, found, changed without losing anything, isolated, deleted. */
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
}
