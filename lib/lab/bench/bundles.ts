/** The compared bundles: the platform's own, and bare handlers that esbuild bundles with the same options. */
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleFunctions, sdkAlias } from '../../aws/bundling/bundle.ts';
import { type FunctionEntry, functionBundleDir, functionEntries } from '../../aws/function-entries.ts';

/** The cost of the packages alone: a few lines each, with the same calls, packages and client configuration. */
const bareHandlers = [
  'check-toggle',
  'create-rule',
  'deliver',
  'every-table-call',
  'get-rule',
  'import-records',
  'receive-payment-event',
  'serve-mcp',
  'with-addresses',
  'with-cache',
  'with-files',
  'with-queues',
  'with-schedules',
  'with-secrets',
] as const;
export type BareName = (typeof bareHandlers)[number];
/** Child processes of the benches; bundled, so that no child spends CPU on compiling TypeScript. */
const tools = [
  'bare-server',
  'deliver',
  'export',
  'fire',
  'invoke',
  'load',
  'mixed-load',
  'sink',
  'store',
  'sync',
  'uploader',
] as const;

/** Path of a tool's bundle. */
export type ToolPath = (name: (typeof tools)[number]) => string;

export interface Bundles {
  /** esbuild's metafile of the platform's own bundles. */
  metafile: Metafile;
  /** The folder of the platform's own bundles. */
  dir: string;
  /** Path of a function's `index.mjs`; `module` and kebab-case `name` as in lib/aws. */
  ours(module: string, name: string): string;
  bare(name: BareName): string;
  tool: ToolPath;
}

function entriesBelow(module: 'bare' | 'tools', names: readonly string[]): FunctionEntry[] {
  return names.map((name) => ({ module, name, file: `lib/lab/bench/${module}/${name}.ts` }));
}

const fileOf = (root: string, module: string, name: string) =>
  join(functionBundleDir(root, { module, name }), 'index.mjs');

/** Bundles the tools into an empty folder. */
export async function buildTools(dir: string): Promise<ToolPath> {
  await bundleFunctions({ entries: entriesBelow('tools', tools), bundleDir: dir });
  return (name) => fileOf(dir, 'tools', name);
}

/** Bundles everything into an empty folder. */
export async function buildBundles(dir: string): Promise<Bundles> {
  const benchDir = join(dir, 'bench');
  const { metafile } = await bundleFunctions({ entries: functionEntries(endpoints), bundleDir: dir });
  // Their `node:http` is Node's: that its import is slow is a finding of the platform.
  await bundleFunctions({
    entries: entriesBelow('bare', bareHandlers),
    bundleDir: benchDir,
    alias: sdkAlias,
  });
  const tool = await buildTools(join(dir, 'bench-tools'));
  return {
    metafile,
    dir,
    ours: (module, name) => fileOf(dir, module, name),
    bare: (name) => fileOf(benchDir, 'bare', name),
    tool,
  };
}
