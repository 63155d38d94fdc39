/** Memory that an export takes, whatever its size. */
import { listToggles } from '../../../shared/toggles/contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { cannedEvents, cannedSuperAdmin, tableName } from '../canned.ts';
import { runTool } from '../child.ts';
import { inTurn, median } from '../statistics.ts';
import type { ExportJob, ExportReport } from '../tools/export.ts';
import { environment } from './cpu.ts';

const rounds = 1;
const [few, many] = [500, 50_000];
const megabytes = (bytes: number) => bytes / 1_048_576;

async function memoryOfExport(context: BenchContext): Promise<Measurement> {
  const bundles = await context.bundles();
  const exportRows = (rows: number) =>
    runTool<ExportJob, ExportReport>(
      bundles.tool('export'),
      {
        bundle: bundles.ours('exports', 'export-list'),
        event: cannedEvents.exportToggles,
        caller: cannedSuperAdmin,
        tableName,
        rows,
      },
      environment,
      ['--expose-gc'],
    );
  const { atMany, atFew } = await inTurn(rounds, {
    atMany: () => exportRows(many),
    atFew: () => exportRows(few),
  });
  const peak = (reports: readonly ExportReport[]) =>
    megabytes(median(reports.map(({ peakResidentBytes }) => peakResidentBytes)));
  const exported = megabytes(atMany[0]?.exportedBytes ?? 0).toFixed(1);
  return {
    ours: peak(atMany),
    other: peak(atFew),
    notes: [`${listToggles.path}?format=csv of ${many} rows, ${exported} MB`],
  };
}

export const exportBenches: readonly Bench[] = [
  {
    name: 'export-memory',
    unit: 'MB resident at the peak',
    against: `${many} rows against ${few}`,
    bar: 1.3,
    measure: memoryOfExport,
  },
];
