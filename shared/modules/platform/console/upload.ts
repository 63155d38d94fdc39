/** Puts a build of the console into its bucket, while browsers use the one before. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SiteBucket } from '../../../kernel/files/site-bucket.ts';
import { forEachParallel } from '../../../kernel/table/parallel.ts';
import { headersOf, indexFile, servedFiles, sitePrefix } from './site.ts';

/** Names the files of the builds that are not retired. No address of the public host leads there. */
const manifestKey = 'files.json';
const manifestHeaders = { contentType: 'application/json', cacheControl: 'no-store' };
/** Requests to S3 at a time. */
const width = 10;

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function readManifest(bucket: SiteBucket): Promise<string[]> {
  const text = await bucket.readText(manifestKey);
  const known: unknown = text === undefined ? [] : JSON.parse(text);
  return Array.isArray(known) ? known.filter((file) => typeof file === 'string') : [];
}

/**
 * Uploads the build in `dir`: first the files that its page loads, the page last, so that browsers never see a page
 * without its files. Files of earlier builds are retired. Repeating it after an interruption does the rest. Throws when
 * there is no page, or a file of an unknown kind.
 */
export async function uploadSite(dir: string, bucket: SiteBucket): Promise<void> {
  const files = servedFiles(await filesIn(dir).catch(() => []));
  if (!files.includes(indexFile)) throw new Error('The console is not built: npm run console:build.');
  const headers = new Map(files.map((file) => [file, headersOf(file)]));
  const before = await readManifest(bucket);
  const writeManifest = (names: readonly string[]) =>
    bucket.put(manifestKey, Buffer.from(JSON.stringify(names)), manifestHeaders);
  // Everything that is uploaded can be retired by a later deployment, also when this one is interrupted.
  await writeManifest([...new Set([...before, ...files])]);
  const upload = async (file: string) =>
    bucket.put(`${sitePrefix}${file}`, await readFile(join(dir, file)), headers.get(file) ?? headersOf(file));
  await forEachParallel(
    files.filter((file) => file !== indexFile),
    width,
    upload,
  );
  await upload(indexFile);
  const retired = before.filter((file) => !headers.has(file));
  await forEachParallel(retired, width, (file) => bucket.retire(`${sitePrefix}${file}`, headersOf(file)));
  await writeManifest(files);
}
