/** Reads a thing before the undo of a change, and writes the earlier values. */
import { type AuditAction, orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { callPath } from '../api/call-path.ts';
import { isJsonObject } from '../api/json.ts';
import { ifMatch, type Versioned, withVersion } from '../api/queries.ts';
import type { UndoKind } from './undo-kinds.ts';
import { recordChange } from './undo-plan.ts';

type Row = Readonly<Record<string, unknown>>;

export interface UndoTarget extends Versioned<Row> {
  /** The earlier revision that has everything as it was before the entry, secrets included. */
  revision: number | undefined;
}

const rowOf = (value: unknown): Row => (isJsonObject(value) ? value : {});

/** The parameters of a path with a place for the id. */
function placed(path: string, id: string): { path: Record<string, string> } | undefined {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  return name === undefined ? undefined : { path: { [name]: id } };
}

/** The thing with its version, if it has one. */
async function readRow(
  api: PlatformClient,
  { read, listedBy }: UndoKind,
  id: string,
  entry: AuditAction,
): Promise<Versioned<Row>> {
  const params = listedBy ? { query: listedBy(id, entry.resource) } : placed(read, id);
  const { data, etag } = await withVersion(callPath(api, 'GET', read, { params }));
  if (listedBy === undefined) return { data: rowOf(data), etag };
  const { items } = rowOf(data);
  const rows = (Array.isArray(items) ? items : []).map(rowOf);
  const row = rowOf(rows.find((one) => one.id === id || one.type === id));
  const version = row.revision ?? row.version;
  return { data: row, etag: typeof version === 'number' ? `"${version}"` : undefined };
}

/** The revision of a rule before its latest change; undefined for earlier changes, because it would undo the later ones, too. */
async function ruleRevisionBefore(
  api: PlatformClient,
  id: string,
  { resource, createdAt }: AuditAction,
): Promise<number | undefined> {
  if (resource !== 'business_rules.rule') return undefined;
  const params = { path: { id }, query: { page: 1, pageSize: 2 } };
  const { items } = await orThrow(api.GET('/api/business_rules/rules/{id}/revisions', { params }));
  const [last, before] = items;
  return last?.changedAt === createdAt && before?.action !== 'deleted' ? before?.revision : undefined;
}

export async function readUndoTarget(
  api: PlatformClient,
  kind: UndoKind,
  id: string,
  entry: AuditAction,
): Promise<UndoTarget> {
  const { data, etag } = await readRow(api, kind, id, entry);
  // The fields of records are compared with the entry, too.
  const row = kind.fields === 'any' ? { ...rowOf(data.fields), ...data } : data;
  return { data: row, etag, revision: await ruleRevisionBefore(api, id, entry) };
}

function bodyOf({ path, fields, needed = [], isOne }: UndoKind, id: string, values: Row, current: Row): Row {
  const others = Object.fromEntries(needed.map((name) => [name, current[name]]));
  const changed = fields === 'any' ? recordChange(values, current) : { ...others, ...values };
  return isOne || placed(path, id) ? changed : { ...changed, id };
}

/** Writes the values, or restores the revision. Throws if the thing has changed since `target` was read. */
export function writeUndo(
  api: PlatformClient,
  kind: UndoKind,
  id: string,
  values: Row,
  { data: current, etag, revision }: UndoTarget,
): Promise<unknown> {
  if (revision !== undefined)
    return orThrow(
      api.POST('/api/business_rules/rules/{id}/revisions/{revision}/restore', {
        params: { path: { id, revision }, ...ifMatch(etag) },
      }),
    );
  const params = { ...placed(kind.path, id), ...ifMatch(etag) };
  return orThrow(callPath(api, 'PUT', kind.path, { params, body: bodyOf(kind, id, values, current) }));
}
