/** Names and headers of the console's files. */

/** Prefix of the files in the bucket. */
export const sitePrefix = 'console/';
/** The HTML page that is served for every path of the console. */
export const indexFile = 'index.html';
/** Folder of the files whose names contain a hash of their content. */
const hashedFiles = 'assets/';

/** Environment variable with the bucket's name, for the function that uploads the console. */
export const siteBucketVariable = 'CONSOLE_BUCKET';
/** Environment variable with the folder of the build, relative to the folder of the function's code. */
export const siteDirVariable = 'CONSOLE_DIR';
/** Folder of the build in the function's code. */
export const siteDirInCode = 'site';
/** Days for which the files of an earlier build are kept for pages that are still open. */
export const retiredDays = 30;

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/vnd.microsoft.icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Returns the headers of a file of the build. Throws for an unknown extension, as browsers would refuse the file. */
export function headersOf(file: string): { contentType: string; cacheControl: string } {
  const extension = /\.([a-z0-9]+)$/.exec(file)?.[1] ?? '';
  const contentType = contentTypes[extension];
  if (contentType === undefined) throw new Error(`The console has a file of unknown type: ${file}.`);
  const isHashed = file.startsWith(hashedFiles);
  return { contentType, cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' };
}

/** Returns the files to serve, sorted. Files of build tools begin with a dot and are left out. */
export function servedFiles(files: readonly string[]): string[] {
  return files.filter((file) => !file.split('/').some((part) => part.startsWith('.'))).toSorted();
}
