/** How the files of the console are stored and served. */

/** Path of the console on the public host, and prefix of its files in the bucket. */
export const consolePath = '/console';
export const sitePrefix = 'console/';
/** The page that every address of the console shows. */
export const indexFile = 'index.html';
/** Files whose names carry a hash of their content. */
const hashedFiles = 'assets/';

/** Names the bucket to the function that uploads the console. */
export const siteBucketVariable = 'CONSOLE_BUCKET';
/** Names the folder with the build, seen from the folder of the function's code. */
export const siteDirVariable = 'CONSOLE_DIR';
/** Where in the function's code the build is stored. */
export const siteDirInCode = 'site';
/** Days for which a page that is still open finds the files of the build it came with. */
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

/** How browsers see a file of the build. Throws for a kind that it does not know: browsers would not run it either. */
export function headersOf(file: string): { contentType: string; cacheControl: string } {
  const extension = /\.([a-z0-9]+)$/.exec(file)?.[1] ?? '';
  const contentType = contentTypes[extension];
  if (contentType === undefined) throw new Error(`The console has a file of an unknown kind: ${file}.`);
  const isHashed = file.startsWith(hashedFiles);
  return { contentType, cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' };
}

/** The files of a build that are served; those of its tools begin with a dot. */
export function servedFiles(files: readonly string[]): string[] {
  return files.filter((file) => !file.split('/').some((part) => part.startsWith('.'))).toSorted();
}
