/** Creates, replaces and deletes definitions of custom fields. */

import { randomUUID } from 'node:crypto';
import { containing } from '../../kernel/base/compared.ts';
import { loadPatternEngine } from '../../kernel/base/patterns.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { toIso } from '../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import type { Caller, Precondition, Reader } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import type { CreateDefinition, ListDefinitions } from './definition-contract.ts';
import * as store from './definition-store.ts';
import { type Definition, paramProblem, usesPatterns } from './definition-store.ts';
import { entityLimits } from './limits.ts';

async function assertParams({ kind, validation = [] }: CreateDefinition): Promise<void> {
  if (usesPatterns(validation)) await loadPatternEngine();
  for (const [index, rule] of validation.entries()) {
    const problem = paramProblem(rule, kind);
    if (problem !== undefined) throw new InvalidInputError({ [`validation[${index}].param`]: problem });
  }
}

/**
 * Defines a field or replaces the one with the same key. Returns its id and the revision of the type's definitions.
 * Throws InvalidInputError, StaleError.
 */
export async function createDefinition(
  { scope, context }: Caller<TenantScope>,
  { ifMatch, ...input }: CreateDefinition & Precondition,
) {
  await assertParams(input);
  return updateWithRetry(
    () => store.getDefinitions(scope, input.entityType),
    ifMatch,
    async (before) => {
      const existing = before.fields.find(({ key }) => key === input.key);
      const others = before.fields.filter(({ key }) => key !== input.key);
      if (!existing && others.length >= entityLimits.definitions) {
        throw new InvalidInputError({
          key: `at most ${entityLimits.definitions} custom fields per entity type`,
        });
      }
      const at = toIso(context.nowMs);
      const definition: Definition = {
        id: existing?.id ?? randomUUID(),
        entityType: input.entityType,
        key: input.key,
        label: input.label ?? input.key,
        kind: input.kind,
        multi: input.multi ?? false,
        options: input.options ?? [],
        validation: input.validation ?? [],
        attachment: input.attachment ?? null,
        createdAt: existing?.createdAt ?? at,
        updatedAt: at,
      };
      const fields = [...others, definition].toSorted((a, b) => (a.key < b.key ? -1 : 1));
      const action = existing ? 'updated' : 'created';
      await store.replaceDefinitions(scope, before, fields, { definition, action }, context);
      return withRevision({ id: definition.id }, before.revision + 1);
    },
  );
}

/** Deletes a definition. Returns the revision of the type's definitions. Throws NotFoundError, StaleError. */
export async function deleteDefinition(
  { scope, context }: Caller<TenantScope>,
  { entityType, key, ifMatch }: Pick<CreateDefinition, 'entityType' | 'key'> & Precondition,
) {
  return updateWithRetry(
    () => store.getDefinitions(scope, entityType),
    ifMatch,
    async (before) => {
      const definition = requireFound(
        before.fields.find((field) => field.key === key),
        'Custom field',
      );
      const fields = before.fields.filter((field) => field !== definition);
      await store.replaceDefinitions(scope, before, fields, { definition, action: 'deleted' }, context);
      return withRevision({ ok: true as const }, before.revision + 1);
    },
  );
}

/** One page of the definitions of a type, by key, with the revision of all of them. */
export async function listDefinitions({ scope }: Reader<TenantScope>, query: ListDefinitions) {
  const { fields, revision } = await store.getDefinitions(scope, query.entityType);
  const { id, search = '' } = query;
  const isFound = containing(search);
  const found = fields.filter(
    (field) => (id === undefined || field.id === id) && isFound(`${field.key}\n${field.label}`),
  );
  const start = (query.page - 1) * query.pageSize;
  const page = { items: found.slice(start, start + query.pageSize), total: found.length };
  return withRevision(toList(query, page), revision);
}
