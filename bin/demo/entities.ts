import type { Tour } from './tour.ts';

/** Records of a custom type with a custom field: search and export. */
export async function entitySteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Entity records');
  const entityType = 'sales.order';
  const records = '/api/entities/records';
  await sample('A custom field with its allowed values', 'createDefinition', { key: 'acmeAdmin' });
  await step('Another for the day an order is due', {
    method: 'POST',
    path: '/api/entities/definitions',
    key: 'acmeAdmin',
    expect: 201,
    body: { entityType, key: 'due', kind: 'date', label: 'Due' },
  });
  for (const [number, customer, total, priority, due] of [
    ['1', 'Berlin Coffee', 250, 'low', '2026-12-01'],
    ['2', 'Nordic Tools', 9_900, 'high', '2026-11-30'],
    ['3', 'Lunar Studio', 1_480, 'low', null],
    ['4', 'Harbour & Sons', 12_500, 'high', '2027-01-15'],
  ] as const) {
    const externalId = `SO-${tag}-${number}`;
    await sample(`Order ${externalId}`, 'createRecord', {
      key: 'acmeAdmin',
      body: { externalId, fields: { customer, total }, customFields: { priority, due } },
    });
  }
  await step('A value that is not allowed is refused', {
    method: 'POST',
    path: records,
    key: 'acmeAdmin',
    expect: 400,
    body: { entityType, customFields: { priority: 'urgent' } },
    show: ({ details }) => details,
  });
  await step('Search by the custom field', {
    method: 'GET',
    path: `${records}?entityType=${entityType}&cf_priority=high&search=${tag}`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => (items as { externalId: string }[]).map(({ externalId }) => externalId),
  });
  await step('Export the same list as a CSV file', {
    method: 'GET',
    path: `${records}?entityType=${entityType}&search=${tag}&format=csv`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ text }) => String(text).split('\n').slice(0, 3),
  });
}
