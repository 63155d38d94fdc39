/**
 * The handlers of a declared resource's operations: `export const handler = createHandler(contacts);`. The bundler drops
 * what the others need.
 */
import { randomUUID } from 'node:crypto';
import { creation } from '../http/creation.ts';
import { endpoint, type LambdaHandler } from '../http/endpoint.ts';
import { withRevision } from '../http/reply.ts';
import { createContract, deleteContract, getContract, listContract, updateContract } from './contracts.ts';
import { listRowsOf } from './list-rows.ts';
import { readerOf } from './reader.ts';
import type { Resource } from './resource.ts';
import { rowSpecOf } from './row-spec-of.ts';
import { type AnyRow, changedRow, newRow, toResponse } from './values.ts';
import { writerOf } from './writer.ts';

/** Handles GET of the path. */
export function listHandler(resource: Resource): LambdaHandler {
  const list = listRowsOf(resource);
  return endpoint(listContract(resource), ({ scope }, query) => list(scope, query));
}

/** Handles GET of one row. */
export function getHandler(resource: Resource): LambdaHandler {
  const rows = readerOf(rowSpecOf(resource));
  return endpoint(getContract(resource), async ({ scope }, { id }) => {
    const row = await rows.get(scope, id);
    return withRevision(toResponse(resource, row), row.revision);
  });
}

/** Handles POST. */
export function createHandler(resource: Resource): LambdaHandler {
  const spec = rowSpecOf(resource);
  const reader = readerOf(spec);
  const rows = writerOf(spec);
  const respond = (row: AnyRow) => withRevision(toResponse(resource, row), row.revision);
  return creation(
    createContract(resource),
    async ({ scope, context }, { ifMatch: _, ...values }) => {
      const row = newRow(resource, scope, values, randomUUID(), context);
      await rows.insert(row, context);
      return respond(row);
    },
    async ({ scope }, { id }) => respond(await reader.get(scope, id)),
  );
}

/** Handles PUT. */
export function updateHandler(resource: Resource): LambdaHandler {
  const rows = writerOf(rowSpecOf(resource));
  return endpoint(updateContract(resource), async ({ scope, context }, { id, ifMatch, ...changes }) => {
    const row = await rows.change(scope, id, ifMatch, context, (before) =>
      changedRow(before, changes, context),
    );
    return withRevision(toResponse(resource, row), row.revision);
  });
}

/** Handles DELETE. */
export function deleteHandler(resource: Resource): LambdaHandler {
  const rows = writerOf(rowSpecOf(resource));
  const { deleted = 'ok' } = resource.api ?? {};
  return endpoint(deleteContract(resource), async ({ scope, context }, { id, ifMatch }) => {
    await rows.remove(scope, id, ifMatch, context);
    return { [deleted]: true as const };
  });
}
