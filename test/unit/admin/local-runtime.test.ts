/** The access file of a restored local runtime. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restoreRuntime, saveRuntime } from '../../../lib/admin/local-runtime.ts';
import { folderOfTest } from '../../support/folders.ts';

const accessOn = (port: number, key: string) => ({
  baseUrl: `http://127.0.0.1:${port}`,
  controlUrl: `http://127.0.0.1:${port + 1}`,
  stripe: { apiBase: `http://127.0.0.1:${port + 2}`, secretKey: key },
  aws: { endpointUrl: `http://127.0.0.1:${port + 3}` },
  provider: { issuer: `http://127.0.0.1:${port + 4}` },
  keys: { acmeAdmin: key },
});

it('a restore brings back the keys, and keeps the ports of the running runtime', () => {
  const folder = folderOfTest();
  const [earlier, running, backup] = [
    join(folder, 'earlier'),
    join(folder, 'running'),
    join(folder, 'backup'),
  ];
  const write = (dataDir: string, access: object) => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'access.json'), JSON.stringify(access));
  };
  write(earlier, accessOn(4400, 'pmk_saved'));
  write(running, accessOn(5500, 'pmk_running'));
  saveRuntime(earlier, backup);
  restoreRuntime(backup, running);
  const restored: unknown = JSON.parse(readFileSync(join(running, 'access.json'), 'utf8'));
  expect(restored).toEqual(accessOn(5500, 'pmk_saved'));
});
