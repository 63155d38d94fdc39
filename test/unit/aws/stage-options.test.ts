/** Options of a stage file, and the errors for mistakes. */
import { describe, expect, it } from 'vitest';
import { resolveDeployment } from '../../../lib/aws/deployment.ts';
import { parseStageOptions } from '../../../lib/aws/stage/stage-options.ts';

const name = 'a.example.com';
const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/12345678-abcd';
const webAcl = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/own/1234';
const resolve = (stage: string, options: object = {}) =>
  resolveDeployment({ stage, options: parseStageOptions(stage, options), bundleDir: '.build' });

describe('the options of a stage', () => {
  it.each([
    ['an unknown option', { doamin: {} }, /Unknown option doamin\. Did you mean domain\?/],
    [
      'an unknown setting',
      { settings: { RATE_LIMIT: 'off' } },
      /setting RATE_LIMIT\. Did you mean RATE_LIMITS\?/,
    ],
    [
      'an unknown part',
      { domain: { name, hostedZone: 'Z1' } },
      /domain hostedZone\. Did you mean hostedZoneId\?/,
    ],
    ['text for a boolean', { webAcl: 'maybe' }, /webAcl: .*boolean/],
    ['an unknown rollout', { rollout: 'yolo' }, /rollout: .*"all-at-once"\|"linear"/],
    ['a URL for a host name', { domain: { name: `https://${name}` } }, /domain\.name: must be a host name/],
    ['a domain without zone or certificate', { domain: { name } }, /domain: requires a hostedZoneId/],
    [
      'a certificate of another region',
      { domain: { name, certificateArn } },
      /of a certificate in us-east-1/,
    ],
    ['a regional web ACL', { webAclArn: webAcl.replace('global', 'regional') }, /scope CLOUDFRONT/],
    ['a limit that WAF refuses', { requestsPerAddress: 5 }, /requestsPerAddress: .*10/],
    ['three zones', { egressZones: 3 }, /egressZones: .*2/],
    ['a retention that CloudWatch Logs refuses', { logRetentionDays: 8 }, /logRetentionDays/],
    ['no region', { region: 'Ireland' }, /region: must be an AWS region/],
    ['a budget without a receiver', { monthlyBudgetUsd: 50 }, /monthlyBudgetUsd: requires an alarmEmail/],
    ['one zone', { availabilityZones: ['us-east-1a'] }, /availabilityZones/],
    ['no options at all', undefined, /The file: /],
  ])('refuse %s', (_, options, message) => {
    expect(() => parseStageOptions('dev', options)).toThrow(message);
  });

  it('reports all mistakes at once, with the name of the stage', () => {
    expect(() => parseStageOptions('prod', { egressZone: 2, watch: 1 })).toThrow(
      /stage prod are not valid:\n.*watch[\s\S]*egressZone\. Did you mean egressZones/,
    );
  });

  it('refuse an unknown log level', () => {
    expect(() => resolve('dev', { settings: { LOG_LEVEL: 'loud' } })).toThrow(/LOG_LEVEL must be one of/);
  });
});

describe('the defaults of a stage', () => {
  it('are those of production for prod, and of development for other stages', () => {
    expect(resolve('prod')).toMatchObject({ watch: true, webAcl: true, deletionProtection: true });
    expect(resolve('pr-12')).toMatchObject({ watch: false, webAcl: false, deletionProtection: false });
  });

  it('are those of the preset for a stage of any name', () => {
    expect(resolve('live', { preset: 'production' })).toMatchObject({ watch: true, rollout: 'linear' });
    expect(resolve('prod', { preset: 'development' })).toMatchObject({ watch: false });
  });

  it('apply to options that are omitted or undefined', () => {
    const { ingest, watch } = resolve('prod', { ingest: undefined, watch: false });
    expect({ ingest, watch }).toEqual({ ingest: true, watch: false });
  });
});
