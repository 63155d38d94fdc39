/** Makes bundles: all at once, or each when its function is first called. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleFunctions } from '../../aws/bundling/bundle.ts';
import { bundleIngest } from '../../aws/bundling/ingest-bundle.ts';
import { type FunctionEntry, functionBundleDir, functionEntries } from '../../aws/function-entries.ts';
import type { IngestEndpoint } from '../../aws/ingest-entry.ts';
import type { LocalBundles } from './local-bundles.ts';
import { bundleWithSharedCode } from './shared-bundles.ts';

/** Bundles the service for large uploads. */
export function bundleIngested(
  bundleDir: string,
  ingested: readonly IngestEndpoint[] = endpoints,
): Promise<unknown> {
  return bundleIngest({ endpoints: ingested, bundleDir });
}

/** Bundles all functions, with or without shared code. Throws when a function does not compile. */
export async function bundleEverything(options: {
  bundleDir: string;
  entries: readonly FunctionEntry[] | undefined;
  ingested: readonly IngestEndpoint[] | undefined;
  sharesCode: boolean;
}): Promise<void> {
  const { bundleDir, entries = functionEntries(endpoints), ingested, sharesCode } = options;
  await Promise.all([
    sharesCode
      ? bundleWithSharedCode({ entries, bundleDir })
      : bundleFunctions({ entries, bundleDir, withMaps: false }),
    bundleIngested(bundleDir, ingested),
  ]);
  // Runs in a child process: esbuild's process would otherwise keep gigabytes until the runtime ends.
  await stop();
}

/**
 * Writes a placeholder until the bundle exists. Placeholders differ, because CDK identifies code by a hash of its
 * content.
 */
function putPlaceholder(file: string, { module, name }: FunctionEntry): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `throw new Error('${module}/${name} is bundled when it is first called.');\n`);
}

/** Makes bundles one by one. */
export function bundlesWhenNeeded(options: {
  bundleDir: string;
  entries: readonly FunctionEntry[] | undefined;
  /** False: all bundles exist until they are invalidated. */
  isAllMissing: boolean;
  /** Called when all bundles exist and are made from the same sources. */
  onAllMade?: () => Promise<void>;
  onInvalid: () => void;
}): Omit<LocalBundles, 'madeOf'> {
  const { bundleDir, entries = functionEntries(endpoints) } = options;
  const missing = new Map<string, FunctionEntry>();
  const making = new Map<string, Promise<void>>();
  let stopping = false;
  let isInvalid = false;
  const fileOf = (entry: FunctionEntry) => join(functionBundleDir(bundleDir, entry), 'index.mjs');
  for (const entry of options.isAllMissing ? entries : []) {
    putPlaceholder(fileOf(entry), entry);
    missing.set(pathToFileURL(fileOf(entry)).href, entry);
  }

  function make(urls: readonly string[]): Promise<void> {
    const chosen = new Map<string, FunctionEntry>();
    for (const url of urls) {
      const entry = missing.get(url);
      if (entry !== undefined) chosen.set(url, entry);
      missing.delete(url);
    }
    const chosenEntries = { entries: [...chosen.values()], bundleDir, withMaps: false, keepOthers: true };
    // A bundle of older sources that is still being made must not overwrite the new one.
    const older = Promise.allSettled([...chosen.keys()].map((url) => making.get(url)));
    const made = older
      .then(() => bundleFunctions(chosenEntries))
      .then(() => undefined)
      .catch((error: unknown) => {
        // One function does not compile: the others are bundled alone, and this one is tried again when it is next
        // called.
        for (const [url, entry] of chosen) missing.set(url, entry);
        throw error;
      })
      .finally(() => {
        for (const url of chosen.keys()) if (making.get(url) === made) making.delete(url);
      });
    for (const url of chosen.keys()) making.set(url, made);
    return made;
  }

  /** Grouped by module, so that shared code is read once. */
  async function makeRest(): Promise<void> {
    const modules = new Set([...missing.values()].map(({ module }) => module));
    let failed = false;
    for (const module of modules) {
      // From now on each bundle is made when its function is called.
      if (isInvalid) return;
      const urls = [...missing].filter(([, entry]) => entry.module === module).map(([url]) => url);
      if (stopping) return;
      if (urls.length === 0) continue;
      // The bundler has already printed the error.
      await make(urls).catch(() => {
        failed = true;
      });
    }
    await Promise.allSettled(making.values());
    if (failed || stopping || isInvalid || missing.size > 0) return;
    await stop();
    await options.onAllMade?.();
  }

  let rest: Promise<void> | undefined;
  return {
    ready: (moduleUrl) => (missing.has(moduleUrl) ? make([moduleUrl]) : making.get(moduleUrl)),
    makeRest: () => {
      rest ??= makeRest();
      return rest;
    },
    invalidate() {
      isInvalid = true;
      options.onInvalid();
      for (const entry of entries) missing.set(pathToFileURL(fileOf(entry)).href, entry);
    },
    async stop() {
      stopping = true;
      await rest;
      await Promise.allSettled(making.values());
      await stop();
    },
  };
}
