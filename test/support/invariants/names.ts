/** Each row that searches find by its name has an item in the order of the names, and nothing else has one. */
import { nameKey } from '../../../shared/kernel/table/keys.ts';
import { nameKeyStart } from '../../../shared/kernel/table/names.ts';
import { ruleListPartition } from '../../../shared/modules/rules/keys.ts';
import { ruleSetRows } from '../../../shared/modules/rules/sets/rule-sets.ts';
import { jobListPartition } from '../../../shared/modules/scheduler/keys.ts';
import { inboundEndpointRows } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import { webhookListPartition } from '../../../shared/modules/webhooks/keys.ts';
import { beside, type Invariant, lastPart, type RawItem, sameId, scopeOf, text } from './table.ts';

const jobHome = ({ tenantId, organizationId }: RawItem) => ({
  tenantId: tenantId === null ? null : text(tenantId),
  organizationId: organizationId === null ? null : text(organizationId),
});

/** By entity, the list of a row and the field with its name. */
const named: Readonly<Record<string, { list: (row: RawItem) => string; field: string }>> = {
  rule: { list: (row) => ruleListPartition(scopeOf(row)), field: 'ruleName' },
  webhook: { list: (row) => webhookListPartition(scopeOf(row)), field: 'name' },
  job: { list: (row) => jobListPartition(jobHome(row)), field: 'name' },
  [ruleSetRows.name]: { list: (row) => ruleSetRows.list.partition(scopeOf(row)), field: 'setName' },
  [inboundEndpointRows.name]: {
    list: (row) => inboundEndpointRows.list.partition(scopeOf(row)),
    field: 'name',
  },
};
const nameOf = (row: RawItem): string => text(row[named[text(row.entity)]?.field ?? 'name']);

export const names: Invariant = (table) =>
  beside(table, 'names', {
    rows: Object.keys(named).flatMap((entity) => table.rows(entity)),
    expected: (row) => {
      const list = named[text(row.entity)]?.list(row) ?? '';
      return [nameKey(list, nameKeyStart(nameOf(row)), text(row.id))];
    },
    isBeside: ({ pk }) => lastPart(pk) === 'NAMES',
    same: (row, item) => sameId(row, item) && item.n === nameOf(row),
  });
