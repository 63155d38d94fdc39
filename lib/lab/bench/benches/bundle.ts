import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../../../shared/catalog/endpoints.ts';
import { type FunctionEntry, functionBundleDir, functionEntries } from '../../../aws/function-entries.ts';
import type { Bench, Measurement } from '../bench.ts';
import type { BareName, Bundles } from '../bundles.ts';
import { evaluatedBytes, filesAtStart, outputOf, outputsAtStart, packagesIn } from '../start-code.ts';

/** Size of a bundle with the table's client and one more package. */
const bareWith: Readonly<Record<string, BareName>> = {
  '@aws-sdk/client-sqs': 'with-queues',
  '@aws-sdk/client-kms': 'with-secrets',
  '@aws-sdk/client-scheduler': 'with-schedules',
  '@aws-sdk/client-s3': 'with-files',
  'lru-cache': 'with-cache',
  'email-addresses': 'with-addresses',
};

/** Functions that contain the documentation, which is data and not code. */
const carriesDocuments = new Set(['get-openapi', 'get-markdown', 'get-explorer-asset', 'serve-mcp']);

const bytesPerKb = 1_000;
const kilobytes = (file: string): number => statSync(file).size / bytesPerKb;

/**
 * The size of a bare handler that makes every call of the table and has the function's other packages. The clients
 * share most of their code, so each package counts with the size that it adds to a handler with the table's client.
 */
function bareKilobytes(packages: ReadonlySet<string>, bundles: Bundles): number {
  const table = kilobytes(bundles.bare('every-table-call'));
  const added = Object.entries(bareWith).filter(([name]) => packages.has(name));
  return added.reduce((sum, [, name]) => sum + kilobytes(bundles.bare(name)) - table, table);
}

interface Row {
  name: string;
  ours: number;
  other?: number;
}

const ratioOf = ({ ours, other = 1 }: Row): number => ours / other;

/** Returns the row with the highest ratio as the measurement, and all rows as notes and details. */
function farthest(rows: readonly Row[]): Measurement {
  const sorted = rows.toSorted((a, b) => ratioOf(b) - ratioOf(a));
  const [first = { name: 'none', ours: 0 }] = sorted;
  return {
    ours: first.ours,
    other: first.other ?? null,
    notes: sorted.map((row) => {
      const [ours, other] = [row.ours.toFixed(1).padStart(8), row.other?.toFixed(1)];
      return other === undefined
        ? `${ours}  ${row.name}`
        : `${ratioOf(row).toFixed(3)}  ${ours} / ${other}  ${row.name}`;
    }),
    details: Object.fromEntries(rows.map(({ name, ours }) => [name, ours])),
  };
}

const functions: readonly FunctionEntry[] = functionEntries(endpoints);
const coded = functions.filter(({ name }) => !carriesDocuments.has(name));
const nameOf = ({ module, name }: FunctionEntry): string => `${module}/${name}`;

/** Kilobytes of a folder's files without packages that contain machine code. */
function folderKilobytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '@img')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? folderKilobytes(path) : kilobytes(path);
    })
    .reduce((sum, size) => sum + size, 0);
}

export const bundleBenches: readonly Bench[] = [
  {
    name: 'bundle-kb',
    unit: 'kB minified, of the files loaded before the handler runs',
    against: 'the bare handler with the same packages, of the function with the highest ratio',
    bar: 1.6,
    async measure(context) {
      const bundles = await context.bundles();
      return farthest(
        coded.map((entry) => {
          const loaded = outputsAtStart(
            bundles.metafile,
            outputOf(bundles.metafile, entry.module, entry.name),
          );
          const bytes = loaded.reduce((sum, output) => sum + output.bytes, 0);
          const other = bareKilobytes(packagesIn(loaded), bundles);
          return { name: nameOf(entry), ours: bytes / bytesPerKb, other };
        }),
      );
    },
  },
  {
    name: 'start-kb',
    unit: 'kB evaluated before the handler runs, of the function with the most',
    bar: 600,
    async measure(context) {
      const { metafile } = await context.bundles();
      return farthest(
        coded.map((entry) => {
          const output = outputOf(metafile, entry.module, entry.name);
          return { name: nameOf(entry), ours: evaluatedBytes(metafile, output) / bytesPerKb };
        }),
      );
    },
  },
  {
    name: 'start-files',
    unit: 'files loaded before the handler runs, of the function with the most',
    bar: 8,
    async measure(context) {
      const { metafile } = await context.bundles();
      const counts = functions.map(({ module, name }) =>
        filesAtStart(metafile, outputOf(metafile, module, name)),
      );
      return { ours: Math.max(...counts), other: null };
    },
  },
  {
    name: 'asset-kb',
    unit: 'kB of all files without native packages, of the function with the most',
    bar: 6_000,
    async measure(context) {
      const bundles = await context.bundles();
      return farthest(
        coded.map((entry) => ({
          name: nameOf(entry),
          ours: folderKilobytes(functionBundleDir(bundles.dir, entry)),
        })),
      );
    },
  },
];
