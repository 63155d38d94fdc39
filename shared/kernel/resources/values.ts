/** The rows of a declared resource: pure decisions about creation, changes and responses. */
import type { ChangeContext } from '../audit/record.ts';
import { laterThan, toIso } from '../base/times.ts';
import type { RowScope } from '../table/keys.ts';
import { type DeclaredRow, type Resource, systemFields } from './resource.ts';

/** A row with fields that only its resource names. */
export type AnyRow = DeclaredRow & Record<string, unknown>;

/** What every new row of an organization has besides its own fields. */
export function newSystemFields(
  { api: { systemFields: shown = systemFields } = {} }: Pick<Resource, 'api'>,
  { tenantId, organizationId }: RowScope,
  id: string,
  { principal, nowMs }: ChangeContext,
): DeclaredRow {
  const at = toIso(nowMs);
  const by = principal.subject;
  return {
    ...{ id, tenantId, organizationId, revision: 1, createdAt: at, updatedAt: at },
    ...(shown.includes('createdBy') && { createdBy: by }),
    ...(shown.includes('updatedBy') && { updatedBy: by }),
  };
}

/** A new row of an organization; `values` have passed the schema of creations, which fills in the defaults. */
export function newRow(
  resource: Pick<Resource, 'stored' | 'api'>,
  scope: RowScope,
  values: Readonly<Record<string, unknown>>,
  id: string,
  context: ChangeContext,
): AnyRow {
  return { ...resource.stored, ...values, ...newSystemFields(resource, scope, id, context) };
}

/** The next revision of the row, with the given fields changed by the caller. */
export function changedRow<Row extends DeclaredRow>(
  row: Row,
  changes: Partial<Row>,
  { principal, nowMs }: ChangeContext,
): Row {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...row,
    ...given,
    revision: row.revision + 1,
    updatedAt: laterThan(row.updatedAt, nowMs),
    ...(row.updatedBy !== undefined && { updatedBy: principal.subject }),
  };
}

/** A row as the API returns it: its fields in the order of the schema. */
export function toResponse(
  { fields, computed = {}, api }: Pick<Resource, 'fields' | 'computed' | 'api'>,
  row: AnyRow,
): Record<string, unknown> {
  const own = Object.keys(fields).map((name) => [name, row[name]]);
  const system = (api?.systemFields ?? systemFields).map((name) => [name, row[name]]);
  const values = Object.entries(computed).map(([name, { of }]) => [name, of(row)]);
  return { id: row.id, ...Object.fromEntries([...own, ...values, ...system]) };
}
