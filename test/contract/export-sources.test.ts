/** Every generic list can be exported, with all its columns. */
import { describe, expect, it } from 'vitest';
import { offerAwslambda } from '../../lib/local/lambda-streaming.ts';
import { endpoints } from '../../shared/endpoints.ts';
import { genericListOf } from '../../shared/exports/generic-list.ts';
import { exportSources } from '../../shared/exports/sources.ts';
import { fieldsOf } from '../../shared/openapi/schemas.ts';

offerAwslambda();

/** The fields of a list's rows. */
function rowFields(list: NonNullable<ReturnType<typeof genericListOf>>): string[] {
  const items = fieldsOf(list).find(({ name }) => name === 'items')?.schema as unknown as {
    _zod: { def: { element: Parameters<typeof fieldsOf>[0] } };
  };
  return fieldsOf(items._zod.def.element).map(({ name }) => name);
}

/** Lists of one record, tenant, person, tree or integration, which are short or have filters of their own. */
const filteredOtherwise = [
  'listAttachments',
  'listAuditActions',
  'listDefinitions',
  'listNotifications',
  'listOrganizations',
  'listOverrides',
  'listSyncSchedules',
];

describe('the export sources', () => {
  it('are those of every endpoint that answers a generic list, once each', () => {
    const lists = endpoints.filter(genericListOf).map(({ operationId }) => operationId);
    expect(exportSources.map(({ contract }) => contract.operationId).toSorted()).toEqual(lists.toSorted());
  });

  it('take id as a filter wherever their rows have one, but the few that say otherwise', () => {
    const unfiltered = exportSources
      .map(({ contract }) => contract)
      .filter((contract) => {
        const list = genericListOf(contract);
        return list !== undefined && rowFields(list).includes('id');
      })
      .filter(({ query }) => !(query && fieldsOf(query).some(({ name }) => name === 'id')))
      .map(({ operationId }) => operationId);
    expect(unfiltered.toSorted()).toEqual(filteredOtherwise);
  });

  it('write files of different names', () => {
    const names = exportSources.map(({ fileName }) => fileName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
  });

  it.each(exportSources)('$fileName has a column for every field of its rows, the id first', (source) => {
    const list = genericListOf(source.contract);
    if (list === undefined) throw new Error('no generic list');
    expect(source.columns[0]).toBe(rowFields(list).includes('id') ? 'id' : rowFields(list)[0]);
    expect(source.columns.toSorted()).toEqual(rowFields(list).toSorted());
  });
});
