/** Each row that searches find by its name has an item in the order of the names, and nothing else has one. */
import { nameKey, tenantListPartition } from '../../../shared/kernel/table/keys.ts';
import { nameKeyStart } from '../../../shared/kernel/table/names.ts';
import {
  apiKeyListPartition,
  organizationListPartition,
  roleListPartition,
  userListPartition,
} from '../../../shared/modules/identity/keys.ts';
import { ruleListPartition } from '../../../shared/modules/rules/keys.ts';
import { ruleSetRows } from '../../../shared/modules/rules/sets/rule-sets.ts';
import { jobListPartition } from '../../../shared/modules/scheduler/keys.ts';
import { toggleListPartition } from '../../../shared/modules/toggles/keys.ts';
import { inboundEndpointRows } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import { webhookListPartition } from '../../../shared/modules/webhooks/keys.ts';
import { beside, homeOf, type Invariant, lastPart, type RawItem, sameId, scopeOf, text } from './table.ts';

const jobHome = ({ tenantId, organizationId }: RawItem) => ({
  tenantId: tenantId === null ? null : text(tenantId),
  organizationId: organizationId === null ? null : text(organizationId),
});

interface Named {
  list: (row: RawItem) => string;
  /** The field with the name, `name` by default. */
  field?: string;
  /** The field that finds the row, too, and names it where it has no name. */
  also?: string;
}

/** By entity. */
const named: Readonly<Record<string, Named>> = {
  user: { list: (row) => userListPartition(homeOf(row)), also: 'email' },
  'api-key': { list: (row) => apiKeyListPartition(homeOf(row)) },
  role: { list: (row) => roleListPartition(homeOf(row)) },
  organization: { list: (row) => organizationListPartition(homeOf(row)) },
  tenant: { list: () => tenantListPartition },
  toggle: { list: () => toggleListPartition, also: 'identifier' },
  rule: { list: (row) => ruleListPartition(scopeOf(row)), field: 'ruleName' },
  webhook: { list: (row) => webhookListPartition(scopeOf(row)) },
  job: { list: (row) => jobListPartition(jobHome(row)) },
  [ruleSetRows.name]: { list: (row) => ruleSetRows.list.partition(scopeOf(row)), field: 'setName' },
  [inboundEndpointRows.name]: { list: (row) => inboundEndpointRows.list.partition(scopeOf(row)) },
};

/** The texts that find a row; the first is its name. */
function namesOf(row: RawItem): string[] {
  const { field = 'name', also } = named[text(row.entity)] ?? {};
  const more = also === undefined ? [] : [text(row[also])];
  return [...(row[field] == null ? [] : [text(row[field])]), ...more];
}

export const names: Invariant = (table) =>
  beside(table, 'names', {
    rows: Object.keys(named).flatMap((entity) => table.rows(entity)),
    expected: (row) => {
      const list = named[text(row.entity)]?.list(row) ?? '';
      return namesOf(row).map((name) => nameKey(list, nameKeyStart(name), text(row.id)));
    },
    isBeside: ({ pk }) => lastPart(pk) === 'NAMES',
    same: (row, item) => sameId(row, item) && item.n === namesOf(row)[0],
  });
