import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DataOwner, dataDirError, makeDataDir, openDataDir } from '../../../lib/local/data-dir.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const parent = folderOfEachTest();
const owner: DataOwner = {
  name: 'Shop',
  markerFile: '.shop',
  format: 2,
  formatProblem: (data, format) => (format === 2 ? undefined : `${data} has format ${format}`),
};

describe('the data folder', () => {
  it('serves one runtime at a time', async () => {
    const dir = join(parent(), 'data');
    const release = await openDataDir(dir, owner, false);
    await expect(openDataDir(dir, owner, false)).rejects.toThrow('already runs with the data');
    await release();
    await (await openDataDir(dir, owner, false))();
  });

  it('is emptied if another program created it for its files, but not if a person did', async () => {
    const [made, own] = [join(parent(), 'made'), join(parent(), 'own')];
    mkdirSync(own);
    writeFileSync(join(own, 'notes.txt'), '');
    for (const dir of [made, own]) {
      makeDataDir(dir, owner);
      mkdirSync(join(dir, 'reports'));
    }
    await (await openDataDir(made, owner, true))();
    expect(existsSync(join(made, 'reports'))).toBe(false);
    await expect(openDataDir(own, owner, true)).rejects.toThrow('is not emptied');
  });

  it('is readable by its owner only, even if others could read it before', async () => {
    const [made, found] = [join(parent(), 'made'), join(parent(), 'found')];
    mkdirSync(found, { mode: 0o755 });
    for (const dir of [made, found]) {
      await (await openDataDir(dir, owner, false))();
      expect(statSync(dir).mode & 0o777).toBe(0o700);
    }
  });

  it('with a table of another format is refused, and can be emptied', async () => {
    const dir = join(parent(), 'data');
    await (await openDataDir(dir, owner, false))();
    writeFileSync(join(dir, '.shop'), 'Data of the local runtime, format 999; safe to delete.\n');
    await expect(openDataDir(dir, owner, false)).rejects.toThrow(
      `The table in ${dir} has format 999, or start empty: npm start -- --fresh`,
    );
    writeFileSync(join(dir, 'old'), '');
    await (await openDataDir(dir, owner, true))();
    expect(existsSync(join(dir, 'old'))).toBe(false);
    await (await openDataDir(dir, owner, false))();
  });

  it('that is a file, or is within one, is refused in one line', async () => {
    const file = join(parent(), 'file');
    writeFileSync(file, '');
    for (const dir of [file, join(file, 'below')])
      await expect(openDataDir(dir, owner, false)).rejects.toThrow(
        `The data folder ${dir} is not a folder. Choose another: DATA_DIR=… npm start`,
      );
  });

  it.each([
    ['EACCES', 'cannot be read and written by your user'],
    ['EROFS', 'is on a read-only file system'],
    ['ENOSPC', 'is on a full disk'],
  ])('that fails with %s is refused in one line', (code, problem) => {
    expect(dataDirError('/data', Object.assign(new Error('stack'), { code }))).toMatchObject({
      name: 'StartError',
      message: `The data folder /data ${problem}. Choose another: DATA_DIR=… npm start`,
    });
  });

  it('is not emptied if it contains other files', async () => {
    writeFileSync(join(parent(), 'thesis.doc'), '');
    await expect(openDataDir(parent(), owner, true)).rejects.toThrow('is not emptied');
    expect(readdirSync(parent())).toEqual(['thesis.doc']);
    // The failed attempt must not keep the folder reserved.
    await (await openDataDir(parent(), owner, false))();
  });
});
