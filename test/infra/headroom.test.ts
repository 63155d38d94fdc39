/** The page about quotas is correct, and a stage fits all of them. `npm test -- test/infra/headroom -u` updates it. */
import { describe, expect, it } from 'vitest';
import { exceededQuotas, headroomPage, type QuotaUse, quotaUses } from '../../lib/lab/scale/headroom.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize } from '../support/runtime/template.ts';

const everything = synthesize({ stage: 'prod', options: everythingOn }).stacks;
const stages: Record<string, QuotaUse[]> = {
  dev: quotaUses(synthesize({ stage: 'dev' }).stacks, 'dev'),
  prod: quotaUses(synthesize({ stage: 'prod' }).stacks, 'prod'),
  'prod with everything': quotaUses(everything, 'prod'),
};
const useOf = (what: RegExp, uses = stages['prod with everything'] ?? []): number =>
  uses.find((use) => what.test(use.what))?.used ?? Number.NaN;

describe('the quotas of a stage', () => {
  it('are on one page', async () => {
    await expect(headroomPage(stages)).toMatchFileSnapshot('../../lib/aws/stage-quotas.md');
  });

  it.each(Object.entries(stages))('are enough for %s', (_, uses) => {
    expect(exceededQuotas(uses)).toEqual([]);
  });

  it('leave room in every stack: one with more than 350 resources is split', () => {
    expect(Math.max(...Object.values(stages).map((uses) => useOf(/^Resources/, uses)))).toBeLessThanOrEqual(
      350,
    );
  });

  it('leave as much concurrency for endpoints as Lambda keeps unreserved, while all workers are busy', () => {
    const reserved = useOf(/^Reserved concurrent executions$/);
    const { reservedConnections = 0, reservedDownloads = 0 } = everythingOn;
    expect(reserved).toBeLessThanOrEqual(reservedConnections + reservedDownloads);
    expect(1_000 - useOf(/maximum of all workers/)).toBeGreaterThanOrEqual(200);
  });

  const mapping = { ScalingConfig: { MaximumConcurrency: 10 } };
  const Environment = { Variables: { X: 'x'.repeat(4_097) } };
  const DistributionConfig = { Origins: Array.from({ length: 26 }) };

  it.each<[string, RegExp, string, Record<string, unknown>, number]>([
    ['integrations', /^Integrations .*main/, 'ApiGatewayV2::Integration', { ApiId: 'main' }, 301],
    ['routes', /^Routes .*main/, 'ApiGatewayV2::Route', { ApiId: 'main' }, 301],
    ['reserved executions', /^Reserved con/, 'Lambda::Function', { ReservedConcurrentExecutions: 9 }, 101],
    ['concurrent workers', /maximum of all workers/, 'Lambda::EventSourceMapping', mapping, 91],
    ['roles', /^IAM roles/, 'IAM::Role', {}, 1_001],
    ['bytes of policies', /inline policies/, 'IAM::Role', { Policies: ['x'.repeat(10_241)] }, 1],
    ['bytes of an environment', /environment/, 'Lambda::Function', { Environment }, 1],
    ['resources of a stack', /^Resources/, 'SQS::Queue', {}, 501],
    ['secrets of a template', /^Dynamic/, 'SQS::Queue', { X: '{{resolve:x}}' }, 61],
    ['bytes of a template', /^Bytes of a template/, 'SQS::Queue', { X: 'x'.repeat(1_000_000) }, 1],
    ['origins', /^Origins/, 'CloudFront::Distribution', { DistributionConfig }, 1],
    [
      'bytes at the edge',
      /CloudFront function/,
      'CloudFront::Function',
      { FunctionCode: 'x'.repeat(10_241) },
      1,
    ],
  ])('are exceeded by too many %s', (_, what, type, properties, count) => {
    const resource = { stack: 'Stack', type: `AWS::${type}`, properties };
    const resources = Array.from({ length: count }, (__, index) => ({
      ...resource,
      logicalId: `One${index}`,
    }));
    const outputs = [{ value: 'main', exportName: 'PlatformModules-prod-api-id' }];
    const found = exceededQuotas(quotaUses([{ name: 'Stack', resources, outputs }], 'prod'));
    expect(found.filter((problem) => what.test(problem))).toHaveLength(1);
  });
});
