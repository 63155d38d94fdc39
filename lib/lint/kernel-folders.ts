/** The order of the kernel's folders, so that each can be read without those above it. */
import type { Import } from './import-graph.ts';

/** From the lowest to the highest. A folder may import itself and the folders before it, types included. */
export const kernelFolders: readonly string[] = [
  'base',
  'settings',
  'errors',
  'observability',
  'aws',
  'table',
  'auth',
  'events',
  'audit',
  'secrets',
  'files',
  'streams',
  'http',
  'contracts',
  'queues',
  'schedules',
  'commands',
  'outbound',
  'expressions',
  'conditions',
  'samples',
  'lists',
  'modules',
  'resources',
];

const folderOf = (path: string): string | undefined => /^shared\/kernel\/([^/]+)\//.exec(path)?.[1];

/** Imports of folders that are higher in the order, and folders that have no place in it. */
export function kernelOrderProblems(
  imports: readonly Import[],
  order: readonly string[] = kernelFolders,
): string[] {
  const paths = imports.flatMap(({ from, to }) => [from, to]);
  const folders = new Set(paths.map(folderOf).filter((folder) => folder !== undefined));
  const upwards = imports.filter(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (own === undefined || other === undefined) return false;
    return order.includes(own) && order.indexOf(other) > order.indexOf(own);
  });
  return [
    ...upwards.map(
      ({ from, to, line }) =>
        `${from}:${line}: imports ${to}\n  A folder of the kernel may only import the folders before it in lib/lint/kernel-folders.ts.`,
    ),
    ...[...folders].flatMap((folder) =>
      order.includes(folder) ? [] : [`shared/kernel/${folder} has no place in lib/lint/kernel-folders.ts`],
    ),
    ...order.flatMap((folder) =>
      folders.has(folder)
        ? []
        : [`lib/lint/kernel-folders.ts names ${folder}, which the kernel does not have`],
    ),
  ];
}
