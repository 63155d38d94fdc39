import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchContext } from './bench.ts';
import { buildBundles, buildTools } from './bundles.ts';
import { startPassiveTable } from './passive-table.ts';
import { startPlatform } from './platform.ts';

/** Creates a context that removes its files and ends its processes when it is disposed of. */
export function createContext(): BenchContext & AsyncDisposable {
  const dir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  const removeFiles = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', removeFiles);
  let bundles: ReturnType<typeof buildBundles> | undefined;
  let tools: ReturnType<typeof buildTools> | undefined;
  let platform: ReturnType<typeof startPlatform> | undefined;
  let passiveTable: ReturnType<typeof startPassiveTable> | undefined;
  const deferred = new AsyncDisposableStack();
  const bundlesOnce = () => {
    bundles ??= buildBundles(join(dir, 'bundles'));
    return bundles;
  };
  return {
    bundles: bundlesOnce,
    tools() {
      tools ??= buildTools(join(dir, 'tools'));
      return tools;
    },
    platform() {
      platform ??= startPlatform(join(dir, 'data'));
      return platform;
    },
    passiveTable() {
      passiveTable ??= bundlesOnce().then((built) => startPassiveTable(built.dir));
      return passiveTable;
    },
    defer: (end) => deferred.defer(end),
    async [Symbol.asyncDispose]() {
      await deferred.disposeAsync();
      await (await platform?.catch(() => undefined))?.stop();
      await (await passiveTable?.catch(() => undefined))?.[Symbol.asyncDispose]();
      removeFiles();
    },
  };
}
