/** Reloads functions whose sources change. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../aws/assets/kept-folders.ts';
import type { LocalBundles } from '../cloudformation/local-bundles.ts';
import type { LambdaService } from './lambda.ts';

const folders = ['functions', 'shared'];
/** Editors and version control write many files at once, so changes are collected for this time. */
const settleMs = 150;

/** Calls `onChange` with the changed files once no more files change. Returns the function that stops watching. */
function watchSources(root: string, onChange: (files: readonly string[]) => void): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const files = [...changed].toSorted();
    changed.clear();
    onChange(files);
  };
  const watchers = folders.map((folder): FSWatcher => {
    const watcher = watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || !name.endsWith('.ts')) return;
      changed.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(flush, settleMs);
    });
    return watcher.unref();
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

const maxNamed = 3;

/** After each change, functions run their new code from the next call on. Returns the function that stops watching. */
export function reloadOnChange(options: {
  bundles: Pick<LocalBundles, 'invalidate'>;
  lambda: Pick<LambdaService, 'reload'>;
  log: (line: string) => void;
}): () => void {
  const { bundles, lambda, log } = options;
  return watchSources(projectRoot, (files) => {
    bundles.invalidate();
    lambda.reload();
    const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : '';
    log(`${files.slice(0, maxNamed).join(', ')}${more} changed: functions reload at their next call.`);
  });
}
