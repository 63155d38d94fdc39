import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAwsAccess, saveAwsAccess } from '../../../lib/local/gateway/aws-access.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const dir = folderOfEachTest();
it('port and keys of the AWS endpoint are kept after a restart, readable by their owner only', () => {
  const first = readAwsAccess(dir());
  expect(first.port).toBeUndefined();
  saveAwsAccess(dir(), { ...first, port: 4403 });
  const second = readAwsAccess(dir());
  const { accessKeyId, secretAccessKey } = first.administrator;
  expect(second).toMatchObject({ port: 4403, administrator: { accessKeyId, secretAccessKey } });
  expect(statSync(join(dir(), 'aws-access.json')).mode & 0o777).toBe(0o600);
});

it.each(['', 'no JSON', '{"port":0,"accessKeyId":"a","secretAccessKey":"b"}'])(
  'an invalid file (%s) is replaced with new keys',
  (text) => {
    writeFileSync(join(dir(), 'aws-access.json'), text);
    expect(readAwsAccess(dir())).toMatchObject({ port: undefined, administrator: { name: 'administrator' } });
  },
);
