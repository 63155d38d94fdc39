/**
 * Adds a module to a copy of the project: its folders, one line in the list of modules, and `npm run openapi`. Every
 * registry then contains it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfTests } from '../support/folders.ts';

const manifest = `import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import { parcelSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: { parcels: { position: 100, title: 'Parcels', description: 'Where parcels are.' } },
  endpoints: endpointsIn([contract]),
  workers: Object.values(workers),
  queues: { 'parcel-scans': { summary: 'Scans', fromBus: ['parcels.parcel.scanned'], maxReceiveCount: 5 } },
  errors: errorsIn(errors),
  samples: parcelSamples,
  partitions: { PARCELSCAN: { sortKeyPart: 0 } },
};
`;

const contract = `import * as z from 'zod/mini';
import { defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';

const plainText = (description: string, example: string) =>
  z.string().check(z.meta({ description, examples: [example] }));

export const ListParcels = z.object({ ...listQuery({ sortFields: ['id'], pageSize: 100, searches: 'id' }) });
export const Parcel = z.object({ id: plainText('Id of the parcel.', 'P-1'), place: plainText('Where it is.', 'Bern') });

export const listParcels = defineEndpoint({
  operationId: 'listParcels',
  module: 'parcels',
  method: 'GET',
  path: '/api/parcels',
  auth: 'caller',
  scope: 'organization',
  feature: 'parcels.view',
  summary: 'List parcels',
  description: 'The parcels of the organization.',
  query: ListParcels,
  success: { status: 200, result: listOf(Parcel) },
  errors: ['parcel_lost'],
  permissions: { table: ['Query'], queues: ['parcel-scans'] },
});
`;

const errors = `import { apiError } from '../../kernel/errors/api-error.ts';

export const ParcelLostError = apiError({
  code: 'parcel_lost',
  status: 410,
  when: 'No one knows where the parcel is.',
  message: 'The parcel is lost.',
});
`;

const events = `import { resourceData, text } from '../../kernel/events/definition.ts';

export const events = [
  {
    type: 'parcels.parcel.scanned',
    description: 'A parcel was scanned.',
    clientBroadcast: true,
    data: resourceData('parcel', 'organization', { place: text('Where it is.', 'Bern') }),
  },
];
`;

const exported = `import { exportSource } from '../../kernel/lists/export-source.ts';
import { listParcels } from './contract.ts';

export const exportSources = [
  exportSource(listParcels, { fileName: 'parcels', columns: ['id', 'place'] }, async () => ({
    items: [],
    totalPages: 0,
  })),
];
`;

const keys = `/**
 * Keys of parcels.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Which parcels were scanned? | PARCELSCAN | <tenant>#<parcel> | parcelScanKey |
 */
import type { Key } from '../../kernel/table/keys.ts';

export const parcelScanKey = (tenantId: string, id: string): Key => ({ pk: 'PARCELSCAN', sk: \`\${tenantId}#\${id}\` });
`;

const workers = `import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const takeScans = defineWorker({
  name: 'takeScans',
  module: 'parcels',
  summary: 'Takes scans of parcels',
  trigger: { kind: 'queue', queue: 'parcel-scans', batchSize: 10, maximumConcurrency: 5 },
  permissions: { table: ['PutItem'] },
  timeoutSeconds: 30,
});
`;

const own: Readonly<Record<string, string>> = {
  'shared/modules/parcels/module.ts': manifest,
  'shared/modules/parcels/contract.ts': contract,
  'shared/modules/parcels/errors.ts': errors,
  'shared/modules/parcels/events.ts': events,
  'shared/modules/parcels/features.ts':
    "export const features = { 'parcels.view': 'Read parcels' } as const;\n",
  'shared/modules/parcels/exports.ts': exported,
  'shared/modules/parcels/keys.ts': keys,
  'shared/modules/parcels/workers.ts': workers,
  'shared/modules/parcels/samples.ts':
    "import { sample } from '../../kernel/samples/sample.ts';\nimport { listParcels } from './contract.ts';\n\n" +
    'export const parcelSamples = [sample(listParcels)];\n',
  'functions/parcels/list-parcels.ts': 'export const handler = async () => ({});\n',
  'functions/parcels/take-scans.queue.ts': 'export const handler = async () => ({});\n',
};

/** What the registries contain about the new module. */
const probe = `import { belongsTo, knownKinds } from './lib/admin/owner.ts';
import { functionEntries } from './lib/aws/function-entries.ts';
import { documentParts } from './shared/catalog/document-parts.ts';
import { broadcastTypes, viewFeatures } from './shared/catalog/broadcast-events.ts';
import { catalogue } from './shared/catalog/catalogue-entries.ts';
import { featureTitles } from './shared/catalog/declared-features.ts';
import { endpoints } from './shared/catalog/endpoints.ts';
import { queues } from './shared/catalog/queues.ts';
import { sampleOf, samples } from './shared/catalog/samples.ts';
import { buildOpenApi } from './shared/modules/docs/openapi/document.ts';
import { parcelScanKey } from './shared/modules/parcels/keys.ts';
import { loadExportSources } from './test/support/export-sources.ts';
import { synthesize } from './test/support/runtime/template.ts';

const document = buildOpenApi(endpoints, { ...documentParts, version: '1.0.0', samples });
const template = JSON.stringify(synthesize().stacks);
const says = {
  functions: functionEntries(endpoints).filter(({ module }) => module === 'parcels').map(({ file }) => file),
  path: document.paths['/api/parcels'] !== undefined,
  section: document.tags.some(({ name }) => name === 'Parcels'),
  code: JSON.stringify(document.components.schemas.Error).includes('parcel_lost'),
  response: JSON.stringify(document.components.responses).includes('No one knows where the parcel is.') ||
    JSON.stringify(document.components.examples).includes('No one knows where the parcel is.'),
  event: catalogue.find(({ type }) => type === 'parcels.parcel.scanned')?.description,
  reachesBrowsers: [broadcastTypes.includes('parcels.parcel.scanned'), viewFeatures['parcels.parcel.scanned']],
  feature: featureTitles['parcels.view'],
  queue: queues['parcel-scans']?.summary,
  exported: (await loadExportSources()).find(({ fileName }) => fileName === 'parcels')?.columns,
  sample: sampleOf('listParcels').endpoint.operationId,
  kind: knownKinds.has('PARCELSCAN'),
  erased: [belongsTo({ ...parcelScanKey('mine', 'P-1') }, 'mine'), belongsTo({ ...parcelScanKey('other', 'P-1') }, 'mine')],
  deployed: ['GET /api/parcels', 'parcel-scans', 'parcels.parcel.scanned'].map((part) => template.includes(part)),
};
process.stdout.write('\\n' + JSON.stringify(says) + '\\n');
`;

const folder = folderOfTests();
const list = 'shared/catalog/modules.ts';
let says: Record<string, unknown> = {};

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr + stdout);
  return stdout;
}

beforeAll(() => {
  for (const part of ['lib', 'shared', 'functions', 'test/support', 'bin', 'package.json', 'tsconfig.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, source] of Object.entries(own)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const lines = readFileSync(list, 'utf8').replace("  'platform',\n", "  'parcels',\n  'platform',\n");
  writeFileSync(join(folder, list), lines);
  run('bin/registries.ts', '--write');
  run('bin/client-types/generate.ts');
  writeFileSync(join(folder, 'probe.ts'), probe);
  says = JSON.parse(run('probe.ts').trim().split('\n').at(-1) ?? '');
});

describe('a new module in its own folders, with one line in the list of modules', () => {
  it.each<[string, unknown]>([
    ['functions', ['functions/parcels/list-parcels.ts', 'functions/parcels/take-scans.queue.ts']],
    ['path', true],
    ['section', true],
    ['code', true],
    ['response', true],
    ['event', 'A parcel was scanned.'],
    ['reachesBrowsers', [true, 'parcels.view']],
    ['feature', 'Read parcels'],
    ['queue', 'Scans'],
    ['exported', ['id', 'place']],
    ['sample', 'listParcels'],
    ['kind', true],
    ['erased', [true, false]],
    ['deployed', [true, true, true]],
  ])('is registered: %s', (aspect, expected) => {
    expect(says[aspect]).toEqual(expected);
  });

  it('compiles', () => {
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
    const config = { compilerOptions, include: ['shared'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(run('node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  });
});
