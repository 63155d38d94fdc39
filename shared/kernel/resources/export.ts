import { type ExportSource, exportSource } from '../lists/export-source.ts';
import { listContract, rowSchema } from './contracts.ts';
import { listRowsOf } from './list-rows.ts';
import type { Resource } from './resource.ts';

/** The resource's list as a file, with all fields of a row in the order of its schema. */
export function exportOf(resource: Resource): ExportSource {
  const list = listRowsOf(resource);
  const columns = Object.keys(rowSchema(resource).shape);
  const fileName = resource.many.replaceAll(' ', '_');
  return exportSource(listContract(resource), { fileName, columns }, ({ scope }, query) =>
    list(scope, query),
  );
}
