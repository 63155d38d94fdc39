/**
 * Parts that lie beside `index.mjs` and are loaded when an `await import(…)` is reached, not when the function starts:
 * packages that few requests need, and code of our own that can be loaded while the function waits for DynamoDB. A
 * part is a bundle of its own: what it has in common with the function exists twice, so it must keep no state and
 * hold no client of AWS in the function's own name.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

export interface LazyPart {
  /** The package, or the file from the project's root. */
  entry: string;
  /** The end of every specifier that imports it. */
  specifier: RegExp;
  /** Its file beside the function's bundle. */
  file: string;
  /** It loads packages with machine code, which then lie beside it (`native-packages.ts`). */
  needsNatives?: true;
}

export const lazyParts: readonly LazyPart[] = [
  { entry: 're2js', specifier: /^re2js$/, file: 're2js.mjs' },
  { entry: 'cron-parser', specifier: /^cron-parser$/, file: 'cron-parser.mjs' },
  { entry: 'sharp', specifier: /^sharp$/, file: 'sharp.mjs', needsNatives: true },
  {
    entry: 'shared/modules/attachments/extraction/picture.ts',
    specifier: /\/extraction\/picture\.ts$|^\.\/picture\.ts$/,
    file: 'picture.mjs',
    needsNatives: true,
  },
  // Started as a thread of its own.
  {
    entry: 'shared/modules/attachments/extraction/reader-thread.ts',
    specifier: /\/reader-thread\.ts$/,
    file: 'reader-thread.mjs',
  },
  // What only errors need: most requests have none.
  {
    entry: 'shared/kernel/errors/error-status.ts',
    specifier: /\/error-status\.ts$/,
    file: 'error-status.mjs',
  },
  { entry: 'shared/kernel/http/issues.ts', specifier: /\/issues\.ts$/, file: 'issues.mjs' },
  {
    entry: 'shared/modules/rules/execution/rule-engine.ts',
    specifier: /\/rule-engine\.ts$/,
    file: 'rule-engine.mjs',
  },
  {
    entry: 'shared/modules/rules/authoring/authoring-service.ts',
    specifier: /\/authoring-service\.ts$/,
    file: 'authoring-service.mjs',
  },
  {
    entry: 'shared/modules/payments/providers/stripe-client.ts',
    specifier: /\/stripe-client\.ts$/,
    file: 'stripe-client.mjs',
  },
  // Where one of many errands needs them, as in the scheduler's worker.
  { entry: 'shared/modules/sync/adapters.ts', specifier: /\/sync\/adapters\.ts$/, file: 'sync-adapters.mjs' },
  {
    entry: 'shared/modules/scheduler/commands/command-problem.ts',
    specifier: /\/command-problem\.ts$/,
    file: 'command-problem.mjs',
  },
  {
    entry: 'shared/modules/sync/adapters/s3-transfer.ts',
    specifier: /\/s3-transfer\.ts$/,
    file: 's3-transfer.mjs',
  },
  {
    entry: 'shared/modules/sync/adapters/api-senders.ts',
    specifier: /\/api-senders\.ts$/,
    file: 'api-senders.mjs',
  },
];

/** Leaves dynamic imports of the parts to be resolved when they are reached. Static ones are bundled as ever. */
export const leavesLazyParts: Plugin = {
  name: 'lazy-parts',
  setup(build) {
    for (const { specifier, file } of lazyParts) {
      build.onResolve({ filter: specifier }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${file}`, external: true } : undefined,
      );
    }
  },
};

/** The parts that this code refers to. */
export function lazyPartsIn(code: string): LazyPart[] {
  return lazyParts.filter((part) => code.includes(`"./${part.file}"`));
}

/** The parts that a bundle refers to, and those that they refer to. */
export async function lazyPartsOf(
  bundleFile: string,
  fileOf: (part: LazyPart) => string,
): Promise<LazyPart[]> {
  const found = new Set<LazyPart>();
  const waiting = [bundleFile];
  for (const file of waiting) {
    for (const part of lazyPartsIn(await readFile(file, 'utf8'))) {
      if (found.has(part)) continue;
      found.add(part);
      waiting.push(fileOf(part));
    }
  }
  return [...found];
}
