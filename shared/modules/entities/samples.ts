import { bodyOf, idMadeBy, madeBy, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const entityType = 'sales.order';

const createDefinition = sample(contract.createDefinition, {
  request: (unique) => ({
    body: {
      entityType: unique(entityType),
      key: 'priority',
      label: 'Priority',
      kind: 'select',
      options: [
        { value: 'low', label: 'Low' },
        { value: 'high', label: 'High' },
      ],
    },
  }),
  events: ['entities.definition.created'],
});
const typeWithField = madeBy(createDefinition, (_, request) => ({
  entityType: String(bodyOf(request).entityType),
}));

const createRecord = sample(contract.createRecord, {
  request: (unique) => ({
    body: {
      entityType,
      externalId: unique('SO-1001'),
      fields: { number: 'SO-1001', total: 250 },
    },
  }),
  events: ['sales.order.created'],
});
const field = madeBy(
  sample(contract.createDefinition, {
    request: (unique) => ({ body: { entityType, key: unique('priority'), kind: 'text' } }),
  }),
  (_, request) => ({ key: String(bodyOf(request).key) }),
);
const order = idMadeBy(createRecord);

export const entitySamples = [
  sampleAfter(typeWithField, contract.listDefinitions, { request: (query) => ({ query }) }),
  createDefinition,
  sampleAfter(typeWithField, contract.deleteDefinition, {
    request: (type) => ({ query: { ...type, key: 'priority' } }),
    events: ['entities.definition.deleted'],
  }),
  sampleAfter(order, contract.listRecords, { request: () => ({ query: { entityType } }) }),
  createRecord,
  sampleAfter(field, contract.createRecord, {
    variant: 'with a custom field',
    request: ({ key }) => ({ body: { entityType, fields: { total: 250 }, customFields: { [key]: 'high' } } }),
    events: ['sales.order.created'],
  }),
  sampleAfter(order, contract.updateRecord, {
    request: ({ id }) => ({ body: { id, fields: { total: 300 } } }),
    events: ['sales.order.updated'],
  }),
  sampleAfter(order, contract.deleteRecord, {
    request: (query) => ({ query }),
    events: ['sales.order.deleted'],
  }),
];
