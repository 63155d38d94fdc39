/** Limits the number of files per folder, so that a folder can be read at a glance. */

/** Code files directly in a folder. */
export const maxFilesOfFolder = 40;

/** Entries directly in `shared/`. */
const maxInShared = { folders: 8, files: 3 } as const;

const isCode = (path: string): boolean => /\.tsx?$/.test(path);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Returns the violations, one sentence each; `paths` are all files of the project. */
export function sizeProblems(paths: readonly string[]): string[] {
  const crowded = [...Map.groupBy(paths.filter(isCode), folderOf)]
    .filter(([, files]) => files.length > maxFilesOfFolder)
    .map(([folder, files]) => `${folder} has ${files.length} code files, more than ${maxFilesOfFolder}.`);
  const shared = paths.filter((path) => path.startsWith('shared/')).map((path) => path.split('/').slice(1));
  const files = shared.filter(({ length }) => length === 1).length;
  const folders = new Set(shared.filter(({ length }) => length > 1).map(([folder]) => folder)).size;
  return [
    ...crowded,
    ...(files > maxInShared.files ? [`shared/ has ${files} files, more than ${maxInShared.files}.`] : []),
    ...(folders > maxInShared.folders
      ? [`shared/ has ${folders} folders, more than ${maxInShared.folders}.`]
      : []),
  ];
}
