/** Checks the rows of declared resources. */
import type { RowSpec } from '../../../shared/kernel/resources/row-spec.ts';
import { rowSpecOf } from '../../../shared/kernel/resources/row-spec-of.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import { ruleSetRows } from '../../../shared/modules/rules/sets/rule-sets.ts';
import { savedMappings } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import { inboundEndpointRows } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import { beside, type Invariant, lastPart, partOf, sameId } from './table.ts';

/** The rows of each resource; their items have the types of the declaration. */
const specs: readonly Pick<RowSpec<never, string>, 'name' | 'list' | 'unique'>[] = [
  ruleSetRows,
  inboundEndpointRows,
  rowSpecOf(savedMappings),
];

export const resources: Invariant = (table) =>
  specs.flatMap(({ name, list, unique }) => {
    const rows = table.rows(name);
    const keyOf = (key: (row: never) => Key | undefined) => (row: object) =>
      [key(row as never)].filter((one) => one !== undefined);
    return [
      ...beside(table, `the list of ${name}`, {
        rows,
        expected: keyOf(list.key),
        isBeside: ({ pk, b }) => lastPart(pk) === name && b !== undefined,
        same: sameId,
      }),
      ...(unique === undefined
        ? []
        : beside(table, `unique values of ${name}`, {
            rows,
            expected: keyOf(unique.key),
            isBeside: ({ pk }) => partOf(pk, 2) === 'RESOURCE' && partOf(pk, 3) === name,
            same: sameId,
          })),
    ];
  });
