import { describe, expect, it } from 'vitest';
import { maxFilesOfFolder, sizeProblems } from '../../../lib/lint/folder-sizes.ts';

const files = (folder: string, count: number, ending = 'ts') =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.${ending}`);

describe('a folder', () => {
  it('with more than the maximum number of code files is reported', () => {
    expect(sizeProblems(files('lib/aws', maxFilesOfFolder))).toEqual([]);
    const problem = 'lib/aws has 41 code files, more than 40.';
    expect(sizeProblems(files('lib/aws', maxFilesOfFolder + 1))).toEqual([problem]);
  });

  it('is not limited in folders, and in files other than code', () => {
    const all = [...files('lib', 40), ...files('lib/aws', 40), ...files('lib', 40, 'md')];
    expect(sizeProblems(all)).toEqual([]);
  });
});

describe('shared/', () => {
  it('has few folders and few loose files', () => {
    const paths = [
      ...files('shared', 4, 'md'),
      ...Array.from({ length: 9 }, (_, index) => `shared/folder-${index}/a.ts`),
    ];
    expect(sizeProblems(paths)).toEqual([
      'shared/ has 4 files, more than 3.',
      'shared/ has 9 folders, more than 8.',
    ]);
  });
});
