/** The template of a runtime and the code of its functions: borrowed, from the cache, or made here. */
import type { Service } from '../../local/service.ts';
import type { BundlesOnDemand } from './bundle-makers.ts';
import { openBundles } from './bundles.ts';
import { borrowAssembly, buildDir, forgetAssembly, openAssembly } from './synthesis.ts';
import { reloadOnChange } from './watch.ts';

export interface CodeOptions {
  dataDir: string;
  /** Settings of the template. */
  settings: Record<string, string>;
  /** An assembly of another runtime, which is run with its settings. */
  assemblyDir?: string | undefined;
  /** A folder of finished bundles. */
  bundleDir?: string | undefined;
  bundleWhenNeeded?: boolean | undefined;
  bundlesShareCode?: boolean | undefined;
  watch?: boolean | undefined;
  inspect?: boolean | undefined;
  /** Changes the templates. */
  transform?: ((assemblyDir: string) => void) | undefined;
}

export function openCode(options: CodeOptions) {
  const { dataDir, settings, bundleDir = buildDir(dataDir), watch, transform } = options;
  let madeOf: string | undefined;
  let bundles: BundlesOnDemand | undefined;

  async function assemble(): Promise<string> {
    if (options.assemblyDir !== undefined) return borrowAssembly(dataDir, options.assemblyDir);
    if (options.bundleDir === undefined) {
      const opened = await openBundles({
        bundleDir,
        whenNeeded: options.bundleWhenNeeded,
        sharesCode: options.bundlesShareCode,
        watched: watch,
        forDebugger: options.inspect,
      });
      ({ madeOf, onDemand: bundles } = opened);
    }
    return openAssembly({ dataDir, settings, bundleDir }, madeOf);
  }

  return {
    /** Makes the template. Returns the folder of its assembly. */
    async template(): Promise<string> {
      const assemblyDir = await assemble();
      if (transform) {
        forgetAssembly(assemblyDir);
        transform(assemblyDir);
      }
      return assemblyDir;
    },
    codeOf: (moduleUrl: string): Promise<void> | undefined => bundles?.ready(moduleUrl),
    /** Hash of the inputs of the bundles; undefined while bundles are missing. */
    madeOf: (): string | undefined => madeOf,
    /** Makes the missing bundles in the background. */
    service: (log: (line: string) => void): Service => ({
      whenRunning({ lambda }) {
        bundles?.makeRest().catch((error: unknown) => log(`Not all functions were bundled: ${error}`));
        return watch && bundles ? reloadOnChange({ bundles, lambda, log }) : undefined;
      },
      stop: () => bundles?.stop(),
    }),
  };
}
