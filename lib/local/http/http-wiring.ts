/** The HTTP API of the template: its routes, their functions, and their permissions. */
import * as z from 'zod/mini';
import { linked, propertiesOf } from '../cloudformation/properties.ts';
import { account, region } from '../cloudformation/resource-names.ts';
import { matchesPattern } from '../gateway/iam.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { corsOf } from './cors.ts';
import { createRouter } from './http-routing.ts';

const stageProperties = z.object({
  ApiId: z.string(),
  // With another stage, its paths would need a prefix.
  StageName: z.literal('$default'),
  AutoDeploy: z.literal(true),
});
const routeProperties = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().check(z.startsWith('integrations/')),
  AuthorizationType: z._default(z.literal('NONE'), 'NONE'),
});
const integrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  // API Gateway's maximum for an HTTP API.
  TimeoutInMillis: z._default(z.number(), 30_000),
});

/** Whether a permission of the function lets this API call it for the route. */
function isPermitted(app: ResolvedApp, api: Resource, target: Resource, routeKey: string): boolean {
  const path = routeKey.replace(' ', '');
  const sourceArn = `arn:aws:execute-api:${region}:${account}:${api.physicalId}/$default/${path}`;
  return app.ofType('AWS::Lambda::Permission').some(({ properties }) => {
    if (properties.FunctionName !== target.arn && properties.FunctionName !== target.physicalId) return false;
    if (properties.Principal !== 'apigateway.amazonaws.com') return false;
    if (properties.Action !== 'lambda:InvokeFunction' && properties.Action !== 'lambda:*') return false;
    if (properties.SourceAccount !== undefined && properties.SourceAccount !== account) return false;
    return properties.SourceArn === undefined || matchesPattern(String(properties.SourceArn), sourceArn);
  });
}

/** The HTTP APIs of the app. */
export const httpApisOf = (app: ResolvedApp): readonly Resource[] => app.ofType('AWS::ApiGatewayV2::Api');

/**
 * Reads one HTTP API of the app. Throws an error that names the resource on settings that AWS or this runtime refuses.
 */
export function wireHttpApi(app: ResolvedApp, api: Resource) {
  const stages = app.ofType('AWS::ApiGatewayV2::Stage').map((stage) => propertiesOf(stage, stageProperties));
  if (stages.filter(({ ApiId }) => ApiId === api.physicalId).length !== 1)
    throw new Error(`The HTTP API ${api.logicalId} must have one stage.`);
  const ownRoutes = app
    .ofType('AWS::ApiGatewayV2::Route')
    .map((route) => propertiesOf(route, routeProperties))
    .filter(({ ApiId }) => ApiId === api.physicalId);
  const routes = ownRoutes.map(({ RouteKey: routeKey, Target }) => {
    const integration = linked(app, 'AWS::ApiGatewayV2::Integration', Target.replace('integrations/', ''));
    const { IntegrationUri, TimeoutInMillis } = propertiesOf(integration, integrationProperties);
    const target = linked(app, 'AWS::Lambda::Function', IntegrationUri);
    return {
      routeKey,
      target: {
        functionName: target.physicalId,
        timeoutMs: TimeoutInMillis,
        isPermitted: isPermitted(app, api, target, routeKey),
      },
    };
  });
  return {
    apiId: api.physicalId,
    /** The API's host name, `<id>.execute-api.<region>.amazonaws.com`. */
    hostName: URL.parse(api.attributes?.ApiEndpoint ?? '')?.host ?? 'localhost',
    accountId: account,
    cors: corsOf(api.properties.CorsConfiguration),
    select: createRouter(routes),
  };
}
