/** Finds the program of the local database, dynoxide, for any platform. Its own pages list how it is installed. */
import { delimiter, join } from 'node:path';

export interface Machine {
  /** `process.platform` and `process.arch`. */
  platform: string;
  arch: string;
  /** The folders of programs, as in the variable PATH. */
  path: string;
  /** The folder of the npm package for this platform; undefined where npm has none. */
  packaged?: string;
  exists(file: string): boolean;
}

/**
 * The path of the program: npm's for this platform, else the first on the PATH. Undefined if there is none.
 */
export function databaseProgram({ platform, path, packaged, exists }: Machine): string | undefined {
  const file = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const folders = [...(packaged === undefined ? [] : [packaged]), ...path.split(delimiter).filter(Boolean)];
  return folders.map((folder) => join(folder, file)).find(exists);
}

const installLines = new Map([
  ['darwin', 'brew install nubo-db/tap/dynoxide'],
  ['linux', 'npm install --global dynoxide'],
  ['win32', 'npm install --global dynoxide'],
]);

/** Says which command installs the database on this platform, and how to use another one. One line. */
export function databaseMissing({ platform, arch }: Pick<Machine, 'platform' | 'arch'>): string {
  const install = installLines.get(platform) ?? 'cargo install dynoxide-rs';
  return (
    `No local database for ${platform}-${arch}. Install it: ${install} ` +
    '(or set AWS_ENDPOINT_URL_DYNAMODB to the URL of any DynamoDB-compatible endpoint).'
  );
}
