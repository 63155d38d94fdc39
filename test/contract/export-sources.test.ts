import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { exportedLists } from '../../shared/catalog/exports.ts';
import * as resources from '../../shared/clients/typescript/resources.ts';
import { fieldsOf } from '../../shared/kernel/contracts/fields-of.ts';
import { exportedRowsOf } from '../../shared/kernel/lists/exported-list.ts';
import { loadExportSources } from '../support/export-sources.ts';

const exportSources = await loadExportSources();

/** The fields of a list's rows. */
function rowFields(contract: Parameters<typeof exportedRowsOf>[0]): string[] {
  const rows = exportedRowsOf(contract);
  if (rows === undefined) throw new Error('no exported list');
  return fieldsOf(rows).map(({ name }) => name);
}

describe('the export sources', () => {
  it('cover the lists of rules and jobs, whose envelopes are their own', () => {
    const names = exportSources.map(({ contract }) => contract.operationId);
    expect(names).toEqual(expect.arrayContaining(['listRules', 'listJobs']));
  });

  it('name every exported list once', () => {
    const sources = exportSources.map(({ contract }) => contract.operationId);
    const lists = endpoints.filter(exportedRowsOf);
    expect(sources).toEqual([...new Set(sources)]);
    expect([
      ...lists
        .filter(({ operationId }) => !sources.includes(operationId))
        .map(
          ({ operationId: name, module }) => `add \`exportSource(${name}, …)\` to exports.ts of ${module}`,
        ),
      ...sources
        .filter((name) => !lists.some(({ operationId }) => operationId === name))
        .map((name) => `${name}: has no exported list; remove its source`),
    ]).toEqual([]);
  });

  it('are loaded by the path of their list', async () => {
    for (const [path, load] of Object.entries(exportedLists)) {
      const { exportSources: loaded } = await load();
      expect(loaded.map(({ contract }) => contract.path)).toContain(path);
    }
  });

  it('have unique file names', () => {
    const names = exportSources.map(({ fileName }) => fileName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
  });

  it.each(exportSources)('$fileName has a column for every field of its rows, the id first', (source) => {
    const fields = rowFields(source.contract);
    expect(source.columns[0]).toBe(fields.includes('id') ? 'id' : fields[0]);
    expect(source.columns.toSorted()).toEqual(fields.toSorted());
  });
});

interface Data {
  path: string;
  columns: object;
  operations: object;
  features: Readonly<Record<string, string | null>>;
}

const all: readonly Data[] = Object.values(resources);

describe('the resources of the client', () => {
  it('have every exported list, with the columns of the export', () => {
    for (const { contract, columns } of exportSources) {
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
