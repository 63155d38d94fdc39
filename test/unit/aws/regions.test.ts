/** A stage is refused before its deployment to a region without a required service. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveDeployment } from '../../../lib/aws/deployment.ts';
import { fullRegions } from '../../../lib/aws/stage/regions.ts';
import type { StageOptions } from '../../../lib/aws/stage/stage-options.ts';

const resolve = (options: StageOptions) => () =>
  resolveDeployment({ stage: 'prod', options, bundleDir: '.build' });
const withoutRecognition = { OCR_PAGES_PER_MONTH: '0' };

describe('the region of a stage', () => {
  it.each(fullRegions)('may be %s with everything in it', (region) => {
    expect(resolve({ region, fixedEgress: true })).not.toThrow();
  });

  it.each([
    ['eu-central-2', {}, /function URLs/],
    ['us-gov-west-1', {}, /CloudFront is not part/],
    ['cn-north-1', {}, /CloudFront is not part/],
    ['eu-north-1', {}, /Textract is not available there; set the setting OCR_PAGES_PER_MONTH/],
    [
      'eu-south-1',
      { settings: withoutRecognition },
      /access logs[\s\S]*allows 1250 there; lower requestBurst/,
    ],
  ] as const)('may not be %s with %j', (region, options, message) => {
    expect(resolve({ region, ...options })).toThrow(message);
  });

  it('can lack a service that the stage does not use', () => {
    expect(resolve({ region: 'eu-north-1', settings: withoutRecognition })).not.toThrow();
    const options = { hostLogs: false, requestBurst: 1_000, settings: withoutRecognition };
    expect(resolve({ region: 'eu-south-1', ...options })).not.toThrow();
  });
});

it('the deployment page names the regions with all services', () => {
  const page = readFileSync('lib/aws/README.md', 'utf8').replaceAll('\n', ' ');
  const [, named = ''] = /Everything works in (.*?)\. With/.exec(page) ?? [];
  expect(named.split(/, | and /).toSorted()).toEqual(fullRegions.toSorted());
});
