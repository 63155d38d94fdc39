/** What the makers of a runtime's bundles have in common. */
import type { FunctionEntry } from '../../aws/function-entries.ts';
import type { IngestEndpoint } from '../../aws/ingest-entry.ts';

/** Folder of the code that bundles share, beside the folders of the functions. */
export const sharedCode = 'shared-code';

export interface BundlesOptions {
  bundleDir: string;
  /** Bundles that are not in the cache are made when they are needed. */
  whenNeeded?: boolean | undefined;
  /** Functions share code (`shared-bundles.ts`). */
  sharesCode?: boolean | undefined;
  /** A debugger shows their sources. */
  forDebugger?: boolean | undefined;
  /** The bundles can be invalidated. */
  watched?: boolean | undefined;
  /** Entries to bundle; only tests pass a subset. */
  entries?: readonly FunctionEntry[];
  ingested?: readonly IngestEndpoint[];
  /** Folder of the cache for later runs. */
  cacheDir?: string;
}
