import type { RowScope } from '../table/keys.ts';
import type { Mapping } from './mapping-contract.ts';

/** The mapping that was saved; undefined when none was. */
export async function findMapping(
  _scope: RowScope,
  _integrationId: string,
  _entityType: string,
): Promise<Mapping | undefined> {
  return undefined;
}
