/** The HTTP APIs behind the public host: each is complete, has room, and a module can move between them. */
import { describe, expect, it } from 'vitest';
import { integrationsIn } from '../../lib/aws/api-room.ts';
import { routeKeysOf } from '../../lib/aws/route-keys.ts';
import { compileViewerRequest, toViewerRequest } from '../../lib/local/http/cloudfront-function.ts';
import { type ApisOf, apisIn, apisOf } from '../../shared/catalog/apis.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { defineEndpoint, type Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { apiNames } from '../../shared/kernel/modules/manifest.ts';
import { sampleEndpoint } from '../support/fixtures/sample-endpoint.ts';
import { type Synthesized, synthesize, text } from '../support/runtime/template.ts';

const prod = synthesize({
  stage: 'prod',
  settings: { CORS_ALLOWED_ORIGINS: 'https://app.example.com' },
  endpoints: endpoints.filter(({ module }) => ['health', 'progress'].includes(module)),
  workers: [],
});

function anEndpoint(module: string, index: number): Endpoint {
  return defineEndpoint({
    ...sampleEndpoint,
    ...{ operationId: `get${module}${index}`, module, method: 'POST', path: `/api/${module}/${index}` },
  });
}

describe.each(prod.ofType('AWS::ApiGatewayV2::Api').map((api) => [text(api.properties.Name), api] as const))(
  'the API %s',
  (_, api) => {
    const own = (type: string) =>
      prod.ofType(type).filter(({ properties }) => text(properties.ApiId) === `<${api.logicalId}>`);

    it('has CORS, an access log, a throttle and a default route', () => {
      expect(api.properties.CorsConfiguration).toBeDefined();
      const [stage] = own('AWS::ApiGatewayV2::Stage');
      expect(stage?.properties).toMatchObject({
        AccessLogSettings: { DestinationArn: expect.anything() },
        DefaultRouteSettings: { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 },
      });
      expect(own('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey)).toContain(
        '$default',
      );
    });

    it('has an alarm of its failures', () => {
      const { outputs } = prod.stack('api');
      const exported = outputs.find(({ value }) => text(value) === `<${api.logicalId}>`)?.exportName;
      const alarms = prod
        .ofType('AWS::CloudWatch::Alarm')
        .filter(({ properties }) => JSON.stringify(properties).includes(`{"Fn::ImportValue":"${exported}"}`));
      expect(alarms).toHaveLength(1);
    });
  },
);

describe('the integrations', () => {
  it.each(apiNames)('of the API %s leave room to keep the routes of a moved module', (api) => {
    expect(integrationsIn(api, endpoints, apisOf)).toBeLessThanOrEqual(230);
  });

  it('are as many as the templates have', () => {
    const whole = synthesize({ stage: 'dev' }).ofType('AWS::ApiGatewayV2::Integration');
    const counted = apiNames.reduce((sum, api) => sum + integrationsIn(api, endpoints, apisOf), 0);
    expect(whole).toHaveLength(counted);
  });

  it('make synth fail before the quota, and name the module to move; those of an extension count', () => {
    const of = (module: string, count: number) =>
      Array.from({ length: count }, (__, index) => anEndpoint(module, index));
    const own = ['one', 'two', 'three'].flatMap((module) => of(module, 73));
    const synth = (count: number) =>
      synthesize({ endpoints: [...own, ...of('extension', count)], workers: [], apisOf: () => ['main'] });
    expect(() => synth(60)).not.toThrow();
    expect(() => synth(61)).toThrow(
      /main has 281 integrations.*Move the module extension, which has 61: .*api: 'further'/,
    );
  });

  it('of one path prefix belong to one API', () => {
    const both = [anEndpoint('one', 0), { ...anEndpoint('two', 0), path: '/api/one/2' }];
    const apis: ApisOf = (module) => (module === 'one' ? ['main'] : ['further']);
    expect(() => synthesize({ endpoints: both, workers: [], apisOf: apis })).toThrow(
      /under \/api\/one are on several HTTP APIs/,
    );
  });
});

describe('a module that moves to the other API', () => {
  const modules = ['health', 'progress', 'entities'];
  const some = endpoints.filter(({ module }) => modules.includes(module));
  const sections = { entities: { position: 1, title: '', description: '' } };
  const on = (manifest: Parameters<typeof apisIn>[0][number]) =>
    synthesize({ stage: 'dev', endpoints: some, workers: [], apisOf: apisIn([manifest]) });
  const before = on({ sections });
  const moving = on({ sections, api: 'further', keepsRoutesOn: 'main' });
  const after = on({ sections, api: 'further' });

  /** Requests that the host of one deployment sends to an API which has no route for them in the other. */
  function unanswered(front: Synthesized, module: Synthesized): string[] {
    const [code] = front
      .ofType('AWS::CloudFront::Function')
      .filter(({ logicalId }) => logicalId.startsWith('HostViewer'));
    const run = compileViewerRequest(text(code?.properties.FunctionCode));
    const routes = module
      .ofType('AWS::ApiGatewayV2::Route')
      .map(({ properties }) => `${text(properties.ApiId)} ${properties.RouteKey}`);
    return some.flatMap((endpoint) =>
      routeKeysOf(endpoint).filter((routeKey) => {
        const request = toViewerRequest({ method: endpoint.method, target: endpoint.path, headers: [] });
        const { originId } = run(request, { ip: '203.0.113.7', requestId: 'request-1' });
        const api = `PlatformModules-dev-api-id${originId === undefined ? '' : '-further'}`;
        return !routes.includes(`<import ${api}> ${routeKey}`);
      }),
    );
  }

  it.each([
    ['the modules are updated before the host', before, moving],
    ['both are updated, or the first deployment is rolled back after the modules', moving, moving],
    ['the next deployment has updated the modules', moving, after],
    ['both are updated again', after, after],
    ['the next deployment is rolled back after the host', after, moving],
  ])('answers every request while %s', (_, front, module) => {
    expect(unanswered(front, module)).toEqual([]);
  });

  it('would lose requests in a single deployment', () => {
    expect(unanswered(before, after).length).toBeGreaterThan(0);
  });
});
