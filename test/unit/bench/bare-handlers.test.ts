import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../lib/lab/bench/bare/', import.meta.url);

const usual = [
  ...['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'],
  ...['@middy/core', '@middy/http-json-body-parser', 'zod/mini'],
];
const mcp = '@modelcontextprotocol/sdk/server';
const ofFile: Readonly<Record<string, readonly string[]>> = {
  'deliver.ts': ['undici'],
  'serve-mcp.ts': [`${mcp}/index.js`, `${mcp}/webStandardStreamableHttp.js`],
  'receive-payment-event.ts': ['node:crypto', '@aws-sdk/client-sqs'],
};

describe('a bare handler', () => {
  // A loop over a file is not a handler of one request.
  it.each(readdirSync(folder).filter((file) => file !== 'import-records.ts'))(
    '%s has a few lines of SDK calls with the same packages',
    (file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, module]) => module);
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
      // Handlers with another client use it in addition to the DynamoDB client.
      const isExtended = file.startsWith('with-');
      const sendsRequests = file === 'deliver.ts';
      const allowed = [
        ...['../../../../shared/kernel/aws/client-config.ts', '../request-log.ts'],
        ...(isExtended ? ['./every-table-call.ts'] : usual),
        ...(ofFile[file] ?? []),
      ];
      const others = imports.filter((module = '') => !allowed.includes(module));
      expect(others).toEqual(
        isExtended && !sendsRequests
          ? [expect.stringMatching(/^(@aws-sdk\/client-|lru-cache$|email-addresses$)/)]
          : [],
      );
    },
  );
});
