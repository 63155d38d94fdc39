import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../lib/bench/bare/', import.meta.url);

describe('a bare handler', () => {
  it.each(readdirSync(folder))('%s is at most 15 lines of SDK calls', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, module]) => module);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(imports.toSorted()).toEqual([
      '../../../shared/aws/client-config.ts',
      '@aws-sdk/client-dynamodb',
      '@aws-sdk/lib-dynamodb',
      // The one that sends requests of its own.
      ...(file === 'deliver.ts' ? ['undici'] : []),
    ]);
  });
});
