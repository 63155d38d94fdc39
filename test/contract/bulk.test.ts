import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { BulkResponse, maxBulkIds } from '../../shared/kernel/lists/bulk-contract.ts';
import { createSchemaRegistry } from '../../shared/modules/docs/openapi/schemas.ts';

const registry = createSchemaRegistry();
const bulk = endpoints.filter(({ path }) => /\/bulk-\w+$/.test(path));

describe('the bulk calls', () => {
  it('update and delete rules, jobs, toggles and webhooks', () => {
    expect(bulk.map(({ path }) => path).toSorted()).toEqual(
      [
        '/api/business_rules/rules',
        '/api/feature_toggles/global',
        '/api/scheduler/jobs',
        '/api/webhooks',
      ].flatMap((path) => [`${path}/bulk-delete`, `${path}/bulk-update`]),
    );
  });

  it.each(bulk)('$operationId takes ids and returns a result for each', (endpoint) => {
    const { method, body, success, feature, superAdmin, operationId } = endpoint;
    expect([method, operationId.startsWith('bulk')]).toEqual(['POST', true]);
    expect(success.result).toBe(BulkResponse);
    const { properties = {}, required = [] } = body ? registry.toJsonSchema(body, 'input') : {};
    const items = { $ref: '#/components/schemas/Uuid' };
    expect(properties.ids).toMatchObject({ minItems: 1, maxItems: maxBulkIds, items });
    // A bulk update has one field besides the ids, a bulk deletion has none.
    expect(Object.keys(properties)).toHaveLength(endpoint.path.endsWith('bulk-update') ? 2 : 1);
    expect(required.toSorted()).toEqual(Object.keys(properties).toSorted());
    expect(feature !== undefined || superAdmin === true).toBe(true);
  });

  it.each(bulk)(
    '$operationId requires the same feature as the operation for one resource',
    ({ path, feature, superAdmin }) => {
      const method = path.endsWith('bulk-delete') ? 'DELETE' : 'PUT';
      const root = path.replace(/\/bulk-\w+$/, '');
      const single = endpoints.find(
        (one) => one.method === method && [root, `${root}/{id}`].includes(one.path),
      );
      expect([feature, superAdmin]).toEqual([single?.feature, single?.superAdmin]);
    },
  );
});
