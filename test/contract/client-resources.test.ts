/** The data about resources that clients get. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import * as resources from '../../shared/clients/typescript/resources.ts';
import { loadExportSources } from '../support/export-sources.ts';

interface Data {
  path: string;
  columns: object;
  operations: object;
  features: Readonly<Record<string, string | null>>;
}

const all: readonly Data[] = Object.values(resources);

describe('the resources of the client', () => {
  it('say how rule sets are listed, filtered and changed', () => {
    expect(resources.sets).toMatchObject({
      path: '/api/business_rules/sets',
      title: 'Rule set',
      plural: 'Rule sets',
      operations: {
        list: 'listSets',
        get: 'getSet',
        create: 'createSet',
        change: 'updateSet',
        delete: 'deleteSet',
      },
      columns: { id: 'id', setName: 'text', enabled: 'boolean', memberCount: 'number', updatedAt: 'time' },
      titles: { setName: 'Set name' },
      filters: { search: 'text', enabled: 'boolean' },
      features: { list: 'business_rules.rules.view', create: 'business_rules.rules.create' },
    });
    expect(resources.sets.sorts).toContain('setName');
    expect(Object.keys(resources.sets.filters)).not.toContain('page');
  });

  it('name the choices of a field and of a filter', () => {
    expect(resources.rules.columns.ruleType).toContain('GUARD');
    expect(resources.rules.filters.ruleType).toContain('GUARD');
  });

  it('have every exported list, with the columns of the export', async () => {
    for (const { contract, columns } of await loadExportSources()) {
      const data = all.find(({ path }) => path === contract.path);
      expect(data, contract.path).toBeDefined();
      const names = columns.map((name) => name.split('.')[0] ?? name);
      const missing = names.filter((name) => !Object.hasOwn(data?.columns ?? {}, name));
      expect(missing, contract.path).toEqual([]);
    }
  });

  it('name the feature of each operation', () => {
    for (const { operations, features, path } of all) {
      for (const [name, operationId] of Object.entries(operations)) {
        const endpoint = endpoints.find((one) => one.operationId === operationId);
        const need = endpoint?.superAdmin ? 'superAdmin' : (endpoint?.feature ?? null);
        expect(features[name], `${path} ${name}`).toBe(need);
      }
    }
  });
});
