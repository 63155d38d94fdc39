import { bodyOf, idMadeBy, madeBy, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as definitionContract from './definition-contract.ts';
import * as recordContract from './record-contract.ts';

const entityType = 'sales.order';

const createDefinition = sample(definitionContract.createDefinition, {
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

const createRecord = sample(recordContract.createRecord, {
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
  sample(definitionContract.createDefinition, {
    request: (unique) => ({ body: { entityType, key: unique('priority'), kind: 'text' } }),
  }),
  (_, request) => ({ key: String(bodyOf(request).key) }),
);
const order = idMadeBy(createRecord);

export const entitySamples = [
  sampleAfter(typeWithField, definitionContract.listDefinitions, { request: (query) => ({ query }) }),
  createDefinition,
  sampleAfter(typeWithField, definitionContract.deleteDefinition, {
    request: (type) => ({ query: { ...type, key: 'priority' } }),
    events: ['entities.definition.deleted'],
  }),
  sampleAfter(order, recordContract.listRecords, { request: () => ({ query: { entityType } }) }),
  createRecord,
  sampleAfter(field, recordContract.createRecord, {
    variant: 'with a custom field',
    request: ({ key }) => ({ body: { entityType, fields: { total: 250 }, customFields: { [key]: 'high' } } }),
    events: ['sales.order.created'],
  }),
  sampleAfter(order, recordContract.updateRecord, {
    request: ({ id }) => ({ body: { id, fields: { total: 300 } } }),
    events: ['sales.order.updated'],
  }),
  sampleAfter(order, recordContract.deleteRecord, {
    request: (query) => ({ query }),
    events: ['sales.order.deleted'],
  }),
];
