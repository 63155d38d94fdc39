/** The exported lists of all modules. */
import { exportedLists } from '../../shared/catalog/exports.ts';
import type { ExportSource } from '../../shared/kernel/lists/export-source.ts';

export async function loadExportSources(): Promise<ExportSource[]> {
  const modules = [...new Set(Object.values(exportedLists))];
  const loaded = await Promise.all(modules.map((load) => load()));
  return loaded.flatMap(({ exportSources }) => exportSources);
}
