/** Reloads functions whose sources change. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../aws/assets/kept-folders.ts';
import type { LambdaService } from '../../local/lambda/lambda.ts';
import type { BundlesOnDemand } from './bundle-makers.ts';

const folders = ['functions', 'shared'];
/** Editors and version control write many files at once, so changes are collected for this time. */
const settleMs = 150;
const maxNamed = 3;

/** After each change, functions run their new code from the next call on. Returns the function that stops watching. */
export function reloadOnChange(options: {
  bundles: Pick<BundlesOnDemand, 'invalidate'>;
  lambda: Pick<LambdaService, 'reload'>;
  log: (line: string) => void;
}): () => void {
  const { bundles, lambda, log } = options;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const reload = (): void => {
    bundles.invalidate();
    lambda.reload();
    const named = [...changed].toSorted().slice(0, maxNamed).join(', ');
    const more = changed.size > maxNamed ? ` and ${changed.size - maxNamed} more` : '';
    changed.clear();
    log(`${named}${more} changed: functions reload at their next call.`);
  };
  const watchers = folders.map((folder) =>
    watch(join(projectRoot, folder), { recursive: true }, (_, name) => {
      if (name === null || !name.endsWith('.ts')) return;
      changed.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(reload, settleMs);
    }).unref(),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
