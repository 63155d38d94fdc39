import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKeyMaterial } from '../../../lib/local/kms/keys.ts';
import { folderOfTests } from '../../support/folders.ts';

const dir = folderOfTests();
const file = join(dir, 'keys.json');
const [one, two] = ['0f1e2d3c-0000-4000-8000-000000000001', '0f1e2d3c-0000-4000-8000-000000000002'];

describe('the material of the local KMS keys', () => {
  const material = openKeyMaterial(file, [one, two]);
  const blob = material.encrypt(one, Buffer.from('plain'), { tenantId: 'a', purpose: 'b' });

  it('does not belong to keys of another file', () => {
    expect(openKeyMaterial(join(dir, 'others.json'), [two]).keyIdOf(blob)).toBeUndefined();
  });

  it('refuses a blob with any change', () => {
    for (let index = 1; index < blob.length; index += 1) {
      const altered = Buffer.from(blob);
      altered.writeUInt8(blob.readUInt8(index) ^ 1, index);
      expect(material.decrypt(altered, { tenantId: 'a', purpose: 'b' })).toBeUndefined();
    }
  });

  it('is the same after a restart, readable by its owner only', () => {
    const again = openKeyMaterial(file, [one, two, '0f1e2d3c-0000-4000-8000-000000000003']);
    expect(again.decrypt(blob, { tenantId: 'a', purpose: 'b' })?.toString()).toBe('plain');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is that of a backup after it is restored', () => {
    const restored = join(dir, 'restored.json');
    const running = openKeyMaterial(restored, [one]);
    expect(running.decrypt(blob, { tenantId: 'a', purpose: 'b' })).toBeUndefined();
    copyFileSync(file, restored);
    expect(running.decrypt(blob, { tenantId: 'a', purpose: 'b' })?.toString()).toBe('plain');
  });
});
