/** Makes bundles: all of them at once, or each when its function is first called. */
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

/** Bundles all functions, which share their code or not. Throws when one does not compile. */
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
  // Its process would wait for more work with all the memory that this took: gigabytes.
  await stop();
}

/** Stands in for a bundle until it is made; each another one, as CDK tells code apart by what it is. */
function putPlaceholder(file: string, { module, name }: FunctionEntry): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `throw new Error('${module}/${name} is bundled when it is first called.');\n`);
}

/** Bundles that are made one by one. */
export function bundlesWhenNeeded(options: {
  bundleDir: string;
  entries: readonly FunctionEntry[] | undefined;
  /** Else all are there until they are invalidated. */
  isAllMissing: boolean;
  /** All are there, and all of the same sources. */
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
    // What is being made of older sources must not be there last.
    const older = Promise.allSettled([...chosen.keys()].map((url) => making.get(url)));
    const made = older
      .then(() => bundleFunctions(chosenEntries))
      .then(() => undefined)
      .catch((error: unknown) => {
        // One of them is wrong: the others are made alone, and it is tried again when it is called again.
        for (const [url, entry] of chosen) missing.set(url, entry);
        throw error;
      })
      .finally(() => {
        for (const url of chosen.keys()) if (making.get(url) === made) making.delete(url);
      });
    for (const url of chosen.keys()) making.set(url, made);
    return made;
  }

  /** By module: what functions have in common is read once for all of them. */
  async function makeRest(): Promise<void> {
    const modules = new Set([...missing.values()].map(({ module }) => module));
    let failed = false;
    for (const module of modules) {
      // Each is made when it is called from here on.
      if (isInvalid) return;
      const urls = [...missing].filter(([, entry]) => entry.module === module).map(([url]) => url);
      if (stopping) return;
      if (urls.length === 0) continue;
      // The bundler has printed what is wrong.
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
