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
  interface Stored {
    text: string;
    cacheControl: string;
    contentType: string;
    retired: boolean;
  }
  const objects = new Map<string, Stored>();
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
    expect(pages.slice(0, -1).toSorted()).toEqual(['console/assets/app-1.js', 'console/assets/shared-0.css']);
    expect(pages.at(-1)).toBe('console/index.html');
  });

  it('makes only files with a hash in their names immutable', async () => {
    const { bucket, objects } = aBucket();
    await uploadSite(aBuild({ ...one, 'icon.svg': '<svg/>' }), bucket);
    const expected = {
      'assets/app-1.js': ['public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
      'index.html': ['no-cache', 'text/html; charset=utf-8'],
      'icon.svg': ['no-cache', 'image/svg+xml'],
    };
    for (const [key, [cacheControl, contentType]] of Object.entries(expected))
      expect(objects.get(`console/${key}`)).toMatchObject({ cacheControl, contentType });
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

  it.each<[string, () => string, string]>([
    ['a folder without the page', () => aBuild({ 'assets/app-1.js': '1' }), 'not built'],
    ['an empty folder', () => aBuild({}), 'not built'],
    ['a missing folder', () => '/no/such/folder', 'not built'],
    ['a file of an unknown kind', () => aBuild({ ...one, 'a.exe': '' }), 'unknown type: a.exe'],
  ])('refuses %s, and writes nothing', async (_, dir, message) => {
    const { bucket, objects } = aBucket();
    await expect(uploadSite(dir(), bucket)).rejects.toThrow(message);
    expect(objects.size).toBe(0);
  });
});
