/** Makes bundles: all at once, or each when its function is first called. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { chunksOf } from '../../../shared/kernel/base/parallel.ts';
import { bundleFunctions } from '../../aws/bundling/bundle.ts';
import { bundleIngest } from '../../aws/bundling/ingest-bundle.ts';
import { type FunctionEntry, functionBundleDir, functionEntries } from '../../aws/function-entries.ts';
import type { BundlesOptions } from './local-bundles.ts';
import { bundleWithSharedCode } from './shared-bundles.ts';

/** esbuild takes 470 MB for these, and 970 MB for all functions of the largest module. */
const functionsPerBuild = 8;

/** Bundles all functions, with or without shared code. Throws when a function does not compile. */
export async function bundleEverything(options: BundlesOptions): Promise<void> {
  const {
    bundleDir,
    entries = functionEntries(endpoints),
    ingested = endpoints,
    sharesCode,
    forDebugger,
  } = options;
  await Promise.all([
    sharesCode
      ? bundleWithSharedCode(entries, bundleDir)
      : bundleFunctions({ entries, bundleDir, withMaps: false, forDebugger }),
    bundleIngest({ endpoints: ingested, bundleDir }),
  ]);
  // Runs in a child process: esbuild's process would otherwise keep gigabytes until the runtime ends.
  await stop();
}

interface WhenNeededOptions extends BundlesOptions {
  /** All bundles exist until they are invalidated. */
  isComplete: boolean;
  /** Called when all bundles exist and are made from the same sources. */
  onAllMade: () => Promise<void>;
  onInvalid: () => void;
}

export type BundlesOnDemand = Awaited<ReturnType<typeof bundlesWhenNeeded>>;

/** Makes bundles one by one, except the service for large uploads, which is bundled now unless it exists. */
export async function bundlesWhenNeeded(options: WhenNeededOptions) {
  const { bundleDir, entries = functionEntries(endpoints), ingested = endpoints, forDebugger } = options;
  const missing = new Map<string, FunctionEntry>();
  const making = new Map<string, Promise<void>>();
  /** After a change, each bundle is made when its function is called. */
  let isInterrupted = false;
  let hasFailed = false;
  const fileOf = (entry: FunctionEntry) => join(functionBundleDir(bundleDir, entry), 'index.mjs');

  function loseAll(): void {
    for (const entry of entries) missing.set(pathToFileURL(fileOf(entry)).href, entry);
  }

  function make(chosen: ReadonlyMap<string, FunctionEntry>): Promise<void> {
    for (const url of chosen.keys()) missing.delete(url);
    const older = [...chosen.keys()].map((url) => making.get(url));
    const bundle = async () => {
      // A bundle of older sources that is still being made must not overwrite the new one.
      await Promise.allSettled(older);
      try {
        const common = { bundleDir, withMaps: false, forDebugger, keepOthers: true };
        await bundleFunctions({ ...common, entries: [...chosen.values()] });
      } catch (error) {
        hasFailed = true;
        // One function does not compile: the others are bundled alone, and this one is tried again when it is next
        // called.
        for (const [url, entry] of chosen) missing.set(url, entry);
        throw error;
      } finally {
        for (const url of chosen.keys()) if (making.get(url) === made) making.delete(url);
      }
    };
    const made = bundle();
    for (const url of chosen.keys()) making.set(url, made);
    return made;
  }

  async function makeRest(): Promise<void> {
    if (missing.size === 0) return;
    // Grouped by module, so that shared code is read once.
    const byModule = [...Map.groupBy(missing, ([, { module }]) => module).values()];
    for (const group of byModule.flatMap((ofModule) => chunksOf(ofModule, functionsPerBuild))) {
      if (isInterrupted) return;
      const left = new Map(group.filter(([url]) => missing.has(url)));
      // The bundler has already printed the error.
      if (left.size > 0) await make(left).catch(() => undefined);
    }
    await Promise.allSettled(making.values());
    if (hasFailed || isInterrupted) return;
    await stop();
    await options.onAllMade();
  }

  if (!options.isComplete) {
    loseAll();
    for (const entry of entries) {
      const file = fileOf(entry);
      mkdirSync(dirname(file), { recursive: true });
      // Placeholders differ, because CDK identifies code by a hash of its content.
      const name = `${entry.module}/${entry.name}`;
      writeFileSync(file, `throw new Error('${name} is bundled when it is first called.');\n`);
    }
    await bundleIngest({ endpoints: ingested, bundleDir });
  }

  let rest: Promise<void> | undefined;
  return {
    /**
     * Returns undefined when the bundle with this module exists; otherwise a promise that resolves when it does, and
     * rejects when the function does not compile.
     */
    ready(moduleUrl: string): Promise<void> | undefined {
      const entry = missing.get(moduleUrl);
      return entry === undefined ? making.get(moduleUrl) : make(new Map([[moduleUrl, entry]]));
    },
    /** Makes the missing bundles. Resolves when they exist, or when one did not compile (the error is printed). */
    makeRest(): Promise<void> {
      rest ??= makeRest();
      return rest;
    },
    /** Call this when sources have changed: each bundle is made again before the next call of its function. */
    invalidate(): void {
      isInterrupted = true;
      options.onInvalid();
      loseAll();
    },
    /** Resolves when no bundle is being made. */
    async stop(): Promise<void> {
      isInterrupted = true;
      await rest;
      await Promise.allSettled(making.values());
      await stop();
    },
  };
}
