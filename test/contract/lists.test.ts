import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { limits } from '../../shared/kernel/http/limits.ts';
import { exportedRowsOf } from '../../shared/kernel/lists/exported-list.ts';
import { responseExample } from '../../shared/kernel/samples/sample.ts';
import { createSchemaRegistry } from '../../shared/modules/docs/openapi/schemas.ts';

/** Page sizes that differ from the default because the interface requires it. */
const ownSizes: Readonly<Record<string, readonly [defaultSize: number | undefined, maxSize: number]>> = {
  listRules: [20, 100],
  listJobs: [20, 100],
  listExecutions: [20, 100],
  listOverrides: [25, 200],
  listLibrary: [50, 100],
  listSyncRuns: [50, 100],
  // All files of a record are returned unless the request asks for a page.
  listAttachments: [undefined, 200],
};

const registry = createSchemaRegistry();

const queriesOf = endpoints.flatMap(({ operationId, query }) => {
  if (query === undefined) return [];
  const { properties = {} } = registry.toJsonSchema(query, 'output');
  return [{ operationId, properties }];
});
const lists = queriesOf.filter(({ properties }) => 'pageSize' in properties);

/** The lists of rules and jobs have an envelope of their own; a revision of one rule is found by its number. */
const isGeneric = (operationId: string): boolean => {
  const endpoint = endpoints.find((one) => one.operationId === operationId);
  if (endpoint === undefined || endpoint.exportedRows !== undefined) return false;
  return exportedRowsOf(endpoint) !== undefined && operationId !== 'listRuleRevisions';
};

describe('the lists', () => {
  it('are recognized by their page parameter', () => {
    expect(lists.length).toBeGreaterThan(25);
    expect(lists.filter(({ properties }) => !('page' in properties))).toEqual([]);
  });

  it('with their own page sizes exist', () => {
    const names = lists.map(({ operationId }) => operationId);
    expect(Object.keys(ownSizes).filter((name) => !names.includes(name))).toEqual([]);
  });
});

it.each(lists)('$operationId has the default page sizes, or those that the interface requires', (list) => {
  const { default: defaultSize, minimum, maximum } = list.properties.pageSize ?? {};
  const expected = ownSizes[list.operationId] ?? [limits.pageSize, limits.maxPageSize];
  expect([defaultSize, maximum, minimum]).toEqual([...expected, 1]);
});

it.each(lists.filter(({ operationId }) => isGeneric(operationId)))(
  '$operationId, a generic list, is filtered by id and searched',
  ({ properties }) => expect(Object.keys(properties)).toEqual(expect.arrayContaining(['id', 'search'])),
);

describe('lists of resources with custom fields', () => {
  it.each(['listRecords', 'listLibrary', 'listAttachments'])('%s can be filtered by them', (operationId) => {
    const endpoint = endpoints.find((one) => one.operationId === operationId);
    const query = { entityType: 'sales.order', entityId: 'sales.order', recordId: '1', cf_priority: 'high' };
    expect(z.parse(endpoint?.query ?? z.object({}), query)).toMatchObject({ cf_priority: 'high' });
    expect(endpoint?.description).toContain('`cf_<key>=value`');
  });
});

describe('example answers', () => {
  it('show the default page size of their list', () => {
    const shown = endpoints.flatMap((endpoint) => {
      const { operationId } = endpoint;
      const answer = responseExample(endpoint) as Record<string, Record<string, unknown>> | undefined;
      const pageSize = answer?.pageSize ?? answer?.meta?.pageSize ?? answer?.pagination?.pageSize;
      const list = lists.find((one) => one.operationId === operationId);
      return list === undefined || pageSize === undefined ? [] : [{ operationId, pageSize, list }];
    });
    expect(shown.length).toBeGreaterThan(20);
    const wrong = shown.filter(({ pageSize, list }) => {
      const { default: defaultSize } = list.properties.pageSize ?? {};
      return defaultSize !== undefined && pageSize !== defaultSize;
    });
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  });
});
