/** Memory that an export of any size takes. */
import { listRecords } from '../../../../shared/modules/entities/record-contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { runTool } from '../child.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';
import { measuredEvents, storedRecord, superAdminResponse, tableName } from '../stored-responses.ts';
import type { ExportJob, ExportReport } from '../tools/export.ts';
import { environment } from './cpu.ts';

const rounds = sized(3, 1);
const warmUps = sized(20, 1);
const [few, many] = [sized(500, 10), sized(50_000, 100)];
/** Garbage does not count: it is collected before each measurement, and the small heap limits it in between. */
const nodeFlags = ['--expose-gc', '--max-semi-space-size=1'];
const megabytes = (bytes: number) => bytes / 1_048_576;

async function memoryOfExport(context: BenchContext): Promise<Measurement> {
  const bundles = await context.bundles();
  const exportRows = (rows: number) =>
    runTool<ExportJob, ExportReport>(
      bundles.tool('export'),
      {
        bundle: bundles.ours('exports', 'export-list'),
        event: measuredEvents.exportRecords,
        caller: superAdminResponse,
        tableName,
        rows,
        warmUps,
        warmUpRows: few,
        ...storedRecord,
      },
      environment,
      nodeFlags,
    );
  const { atMany, atFew } = await alternate(rounds, {
    atMany: () => exportRows(many),
    atFew: () => exportRows(few),
  });
  const growth = (reports: readonly ExportReport[]) =>
    megabytes(median(reports.map((report) => report.peakResidentBytes - report.loadedResidentBytes)));
  const loaded = megabytes(median(atMany.map((report) => report.loadedResidentBytes))).toFixed(1);
  const exported = megabytes(atMany[0]?.exportedBytes ?? 0).toFixed(1);
  return {
    ours: growth(atMany),
    other: growth(atFew),
    notes: [
      `${listRecords.path}?format=csv of ${many} rows, ${exported} MB`,
      `after ${warmUps} exports of ${few} rows; ${loaded} MB resident before the first`,
    ],
  };
}

export const exportBenches: readonly Bench[] = [
  {
    name: 'export-memory',
    unit: 'MB that resident memory grows',
    against: `${many} entity records compared with ${few}`,
    bar: 1.3,
    measure: memoryOfExport,
  },
];
