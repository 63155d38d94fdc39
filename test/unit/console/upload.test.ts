/** A build of the console replaces the previous one while browsers use both. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteBucket } from '../../../shared/kernel/files/site-bucket.ts';
import { uploadSite } from '../../../shared/modules/platform/console/upload.ts';
import { folderOfTest } from '../../support/folders.ts';

/** A folder with these files. */
function aBuild(files: Record<string, string>): string {
  const dir = folderOfTest();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** A bucket in memory, which records the order of writes. */
function aBucket() {
  const objects = new Map<
    string,
    { text: string; cacheControl: string; contentType: string; retired: boolean }
  >();
  const log: string[] = [];
  let failsAt: string | undefined;
  const bucket: SiteBucket = {
    async put(key, body, headers) {
      if (key === failsAt) throw new Error('SlowDown');
      log.push(key);
      objects.set(key, { text: Buffer.from(body).toString(), ...headers, retired: false });
    },
    async retire(key) {
      const object = objects.get(key);
      if (object) object.retired = true;
    },
    empty: async () => objects.clear(),
    readText: async (key) => objects.get(key)?.text,
  };
  return {
    bucket,
    objects,
    log,
    failAt: (key: string | undefined) => {
      failsAt = key;
    },
    retired: () => [...objects].flatMap(([key, { retired }]) => (retired ? [key] : [])),
  };
}

const one = { 'index.html': 'one', 'assets/app-1.js': '1', 'assets/shared-0.css': '0' };
const two = { 'index.html': 'two', 'assets/app-2.js': '2', 'assets/shared-0.css': '0' };

describe('an upload of the console', () => {
  it('writes the page last, after everything that it loads', async () => {
    const { bucket, log } = aBucket();
    await uploadSite(aBuild(one), bucket);
    const pages = log.filter((key) => key.startsWith('console/'));
    expect(pages.toSorted()).toEqual([
      'console/assets/app-1.js',
      'console/assets/shared-0.css',
      'console/index.html',
    ]);
    expect(pages.at(-1)).toBe('console/index.html');
  });

  it('makes only files with a hash in their names immutable', async () => {
    const { bucket, objects } = aBucket();
    await uploadSite(aBuild({ ...one, 'icon.svg': '<svg/>' }), bucket);
    const headersOf = (key: string) => {
      const { cacheControl, contentType } = objects.get(`console/${key}`) ?? {};
      return [cacheControl, contentType];
    };
    expect(headersOf('assets/app-1.js')).toEqual([
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
    expect(headersOf('index.html')).toEqual(['no-cache', 'text/html; charset=utf-8']);
    expect(headersOf('icon.svg')).toEqual(['no-cache', 'image/svg+xml']);
  });

  it('retires files of earlier builds, and restores them if a later build has them again', async () => {
    const { bucket, retired } = aBucket();
    await uploadSite(aBuild(one), bucket);
    await uploadSite(aBuild(two), bucket);
    expect(retired()).toEqual(['console/assets/app-1.js']);
    await uploadSite(aBuild(one), bucket);
    expect(retired()).toEqual(['console/assets/app-2.js']);
  });

  it('retires a file once: its retention does not restart with every build', async () => {
    const { bucket, objects } = aBucket();
    await uploadSite(aBuild(one), bucket);
    await uploadSite(aBuild(two), bucket);
    const old = objects.get('console/assets/app-1.js');
    if (old) old.retired = false;
    await uploadSite(aBuild({ ...two, 'index.html': 'three' }), bucket);
    expect(old?.retired).toBe(false);
  });

  it('keeps the page if it is interrupted, and retires files of the interrupted build later', async () => {
    const { bucket, objects, failAt, retired } = aBucket();
    await uploadSite(aBuild(one), bucket);
    failAt('console/index.html');
    await expect(uploadSite(aBuild(two), bucket)).rejects.toThrow('SlowDown');
    expect(objects.get('console/index.html')?.text).toBe('one');
    failAt(undefined);
    await uploadSite(aBuild({ 'index.html': 'three' }), bucket);
    expect(retired().toSorted()).toEqual([
      'console/assets/app-1.js',
      'console/assets/app-2.js',
      'console/assets/shared-0.css',
    ]);
  });

  it('omits files that start with a dot', async () => {
    const { bucket, objects } = aBucket();
    await uploadSite(aBuild({ ...one, '.vite/manifest.json': '{}', 'assets/.keep': '' }), bucket);
    expect([...objects.keys()].filter((key) => key.includes('/.'))).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a folder without the page', { 'assets/app-1.js': '1' }, /not built/],
    ['an empty folder', {}, /not built/],
    ['a file of an unknown kind', { ...one, 'assets/run.exe': '' }, /unknown type: assets\/run\.exe/],
  ])('refuses %s, and writes nothing', async (_, files, message) => {
    const { bucket, objects } = aBucket();
    await expect(uploadSite(aBuild(files), bucket)).rejects.toThrow(message);
    expect(objects.size).toBe(0);
  });

  it('refuses a missing folder', async () => {
    await expect(uploadSite('/no/such/folder', aBucket().bucket)).rejects.toThrow(/not built/);
  });
});
