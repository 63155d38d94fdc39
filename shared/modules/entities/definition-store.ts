/** The only file that knows how custom-field definitions lie in the table: one item per tenant and entity type. */
import { type ChangeContext, recordChange } from '../../kernel/audit/record.ts';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { getItem } from '../../kernel/table/read.ts';
import { notExists, revisionIs, transact } from '../../kernel/table/write.ts';
import type { Definition } from './definition.ts';
import { definitionsKey } from './keys.ts';

export interface Definitions {
  entityType: string;
  fields: Definition[];
  /** 0 when nothing was ever defined. */
  revision: number;
}

/** The definitions of an entity type; all of them in one item, so that checking a record costs one read. */
export async function getDefinitions(scope: TenantScope, entityType: string): Promise<Definitions> {
  const item = await getItem(definitionsKey(scope, entityType));
  if (item === undefined) return { entityType, fields: [], revision: 0 };
  return { entityType, fields: JSON.parse(String(item.fields)) as Definition[], revision: Number(item.rev) };
}

/** What takes most room of a definition: all of a type have to fit into one item. */
function largestField({ label, options, validation }: Definition): string {
  const sizes = Object.entries({ label, options, validation }).map(([field, value]) => ({
    field,
    characters: JSON.stringify(value).length,
  }));
  return sizes.reduce((largest, one) => (one.characters > largest.characters ? one : largest)).field;
}

/** Replaces the definitions of an entity type. Throws UnstorableError when they are too large for one item, StaleError when they have changed since they were read. */
export async function replaceDefinitions(
  scope: TenantScope,
  before: Definitions,
  fields: readonly Definition[],
  changed: { definition: Definition; action: 'created' | 'updated' | 'deleted' },
  context: ChangeContext,
): Promise<void> {
  const { entityType, revision } = before;
  const version = revision + 1;
  const { definition, action } = changed;
  await transact([
    {
      put: {
        ...definitionsKey(scope, entityType),
        entity: 'definitions',
        v: 1,
        rev: version,
        entityType,
        fields: JSON.stringify(fields),
      },
      when: revision === 0 ? notExists : revisionIs(revision),
      otherwise: () => new StaleError(),
      largeField: largestField(definition),
    },
    ...recordChange(
      {
        tenantId: scope.tenantId,
        organizationId: null,
        resource: 'entities.definition',
        resourceId: definition.id,
        action,
        version,
        data: { entityType, key: definition.key, kind: definition.kind },
        changes: { definition: { after: action === 'deleted' ? null : definition } },
      },
      context,
    ),
  ]);
}
