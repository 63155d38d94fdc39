/** What the public host caches: public files and the explorer, and nothing that depends on another caller. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { synthesize, text } from '../support/runtime/template.ts';
import { isRecord } from '../support/template-rules/references.ts';

const stage = synthesize({
  stage: 'dev',
  endpoints: endpoints.filter(({ edgeCache }) => edgeCache),
  workers: [],
});
const distribution = stage.only('AWS::CloudFront::Distribution');
const config = distribution.properties.DistributionConfig;
const { CacheBehaviors, DefaultCacheBehavior } = isRecord(config) ? config : {};
const behaviors = (Array.isArray(CacheBehaviors) ? CacheBehaviors : []).filter(
  ({ PathPattern }) => !String(PathPattern).startsWith('/console'),
);
const policyOf = (pattern: string) => {
  const behavior = behaviors.find(({ PathPattern }) => PathPattern === pattern);
  return stage.referenced(distribution, behavior?.CachePolicyId).properties.CachePolicyConfig;
};

describe('the public host', () => {
  it('caches the paths of public files and of the explorer', () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/docs/api/*',
      '/api/attachments/file/*',
      '/api/attachments/image/*',
    ]);
  });

  it.each(['/api/attachments/file/*', '/api/attachments/image/*'])(
    'caches %s separately for each set of credentials, and for five minutes at most',
    (pattern) => {
      expect(policyOf(pattern)).toMatchObject({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 300,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'all' },
          HeadersConfig: {
            HeaderBehavior: 'whitelist',
            Headers: ['x-viewer-authorization', 'x-viewer-host', 'x-api-key', 'origin'],
          },
          QueryStringsConfig: { QueryStringBehavior: 'all' },
        },
      });
    },
  );

  it('caches files of the explorer, whose names change with their content, for a year', () => {
    expect(policyOf('/docs/api/*')).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
      },
    });
  });

  it('treats requests of cached paths like all others', () => {
    const { CachePolicyId, Compress, ...rest } = isRecord(DefaultCacheBehavior) ? DefaultCacheBehavior : {};
    // AWS's policy that caches nothing.
    expect(text(CachePolicyId)).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(Compress).toBe(true);
    for (const behavior of behaviors) expect(behavior).toMatchObject({ ...rest, Compress: false });
  });

  it('caches no endpoint whose path another one has with other responses', () => {
    const cached = endpoints
      .filter(({ edgeCache }) => edgeCache)
      .map(({ path }) => path.replace(/\{.*$/, ''));
    const others = endpoints.filter(
      ({ edgeCache, path }) => !edgeCache && cached.some((one) => path.startsWith(one)),
    );
    expect(others.map(({ operationId }) => operationId)).toEqual([]);
  });
});
