import { expect, it } from 'vitest';
import { payloadBytes } from '../../../lib/local/lambda/environment.ts';
import { responseBytes } from '../../../shared/kernel/base/json.ts';
import { partitionLimits } from '../../../shared/modules/attachments/limits.ts';

it('all partitions of a tenant fit in one response of a function', () => {
  const { code, title, description, configBytes, partitions } = partitionLimits;
  const quotes = (count: number) => '"'.repeat(count);
  // A quote takes two bytes of the configuration, and four of the response.
  const configJson = { text: quotes((configBytes - '{"text":""}'.length) / 2) };
  expect(Buffer.byteLength(JSON.stringify(configJson))).toBeGreaterThanOrEqual(configBytes - 1);
  const texts = { code: 'a'.repeat(code), title: quotes(title), description: quotes(description) };
  const items = Array.from({ length: partitions }, () => ({ ...texts, configJson }));
  expect(responseBytes({ items })).toBeLessThan(payloadBytes - partitions * 500);
});
