import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchContext } from './bench.ts';
import { buildBundles, buildTools } from './bundles.ts';
import { startPlatform } from './platform.ts';

/** Creates a context that removes its files and ends its processes when it is disposed of. */
export function createContext(): BenchContext & AsyncDisposable {
  const dir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  const removeFiles = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', removeFiles);
  let bundles: ReturnType<typeof buildBundles> | undefined;
  let tools: ReturnType<typeof buildTools> | undefined;
  let platform: ReturnType<typeof startPlatform> | undefined;
  const deferred = new AsyncDisposableStack();
  return {
    bundles() {
      bundles ??= buildBundles(join(dir, 'bundles'));
      return bundles;
    },
    tools() {
      tools ??= buildTools(join(dir, 'tools'));
      return tools;
    },
    platform() {
      platform ??= startPlatform(join(dir, 'data'));
      return platform;
    },
    defer: (end) => deferred.defer(end),
    async [Symbol.asyncDispose]() {
      await deferred.disposeAsync();
      await (await platform?.catch(() => undefined))?.stop();
      removeFiles();
    },
  };
}
