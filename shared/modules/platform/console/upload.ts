/** Uploads a build of the console to its bucket while browsers still use the previous build. */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import type { SiteBucket } from '../../../kernel/files/site-bucket.ts';
import { headersOf, indexFile, servedFiles, sitePrefix } from './site.ts';

/** Object that lists the files of all builds that are not retired. The public host does not serve it. */
const manifestKey = 'files.json';
const manifestHeaders = { contentType: 'application/json', cacheControl: 'no-store' };
const maxParallelRequests = 10;

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function readManifest(bucket: SiteBucket): Promise<string[]> {
  const text = await bucket.readText(manifestKey);
  const manifest: unknown = text === undefined ? [] : parseJson(text);
  return Array.isArray(manifest) ? manifest.filter((file) => typeof file === 'string') : [];
}

/**
 * Uploads the build in `dir` and retires files of earlier builds. The HTML page is uploaded last, so that browsers never
 * load a page whose files are missing. It can be repeated after an interruption. Throws if the page is missing or a
 * file has an unknown type.
 */
export async function uploadSite(dir: string, bucket: SiteBucket): Promise<void> {
  const files = servedFiles(await filesIn(dir).catch(() => []));
  if (!files.includes(indexFile)) throw new Error('The console is not built: npm run console:build.');
  const headers = new Map(files.map((file) => [file, headersOf(file)]));
  const before = await readManifest(bucket);
  const writeManifest = (names: readonly string[]) =>
    bucket.put(manifestKey, Buffer.from(toJson(names)), manifestHeaders);
  // Written before the upload, so that a later deployment can retire the files even if this one is interrupted.
  await writeManifest([...new Set([...before, ...files])]);
  const upload = async (file: string) =>
    bucket.put(`${sitePrefix}${file}`, await readFile(join(dir, file)), headers.get(file) ?? headersOf(file));
  await forEachParallel(
    files.filter((file) => file !== indexFile),
    maxParallelRequests,
    upload,
  );
  await upload(indexFile);
  const retired = before.filter((file) => !headers.has(file));
  await forEachParallel(retired, maxParallelRequests, (file) =>
    bucket.retire(`${sitePrefix}${file}`, headersOf(file)),
  );
  await writeManifest(files);
}
