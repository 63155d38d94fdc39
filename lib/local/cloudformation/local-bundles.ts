/** What a runtime needs of its bundles, and where they are. */

/** The folder with all code of bundles that share it, beside those of the functions. */
export const sharedCode = 'shared-code';

export interface LocalBundles {
  /** A hash of what they are made of; undefined while some are missing. */
  madeOf: string | undefined;
  /** Undefined when the function with this module is there, else resolves when it is. Rejects when it does not compile. */
  ready(moduleUrl: string): Promise<void> | undefined;
  /** Makes what is not there yet. Resolves when it is, or when it turned out not to compile, which is printed. */
  makeRest(): Promise<void>;
  /** The sources have changed: each bundle is made again before its function is called next. */
  invalidate(): void;
  /** Resolves when nothing is being made any more. */
  stop(): Promise<void>;
}
