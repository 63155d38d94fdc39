/** The HTTP API of the template: its routes, their functions, and their permissions. */

import { matchesPattern } from '../gateway/iam.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { type Cors, corsOf } from './cors.ts';
import { createRouter, type RouteMatch } from './http-routing.ts';

export interface RouteTarget {
  functionName: string;
  timeoutMs: number;
  /** Whether a permission of the function lets this API call it for a request with that HTTP method. */
  permits(method: string): boolean;
}

export interface HttpApiWiring {
  apiId: string;
  /** The API's host name, `<id>.execute-api.<region>.amazonaws.com`. */
  hostName: string;
  accountId: string;
  routeCount: number;
  cors: Cors;
  select(method: string, path: string): RouteMatch<RouteTarget> | undefined;
}

/** API Gateway's maximum timeout of an integration of an HTTP API. */
const maxIntegrationMs = 30_000;

function onlyApi(app: ResolvedApp): Resource {
  const [api, ...others] = app.ofType('AWS::ApiGatewayV2::Api');
  if (api === undefined || others.length > 0) throw new Error('The app must have exactly one HTTP API.');
  const stage = app
    .ofType('AWS::ApiGatewayV2::Stage')
    .find(({ properties }) => properties.ApiId === api.physicalId && properties.StageName === '$default');
  if (stage === undefined)
    throw new Error(
      'The HTTP API must have a $default stage; with another stage, its paths would need a prefix.',
    );
  if (stage.properties.AutoDeploy !== true && stage.properties.DeploymentId === undefined) {
    throw new Error('The $default stage needs AutoDeploy or a deployment.');
  }
  return api;
}

/** Returns the function of an integration's URI: its ARN, or API Gateway's invocation path with the ARN in it. */
function functionOf(app: ResolvedApp, integration: Resource): Resource {
  const uri = String(integration.properties.IntegrationUri);
  const arn = /functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1] ?? uri;
  const found = app.find(arn);
  if (found?.type !== 'AWS::Lambda::Function') {
    throw new Error(
      `The integration ${integration.logicalId} calls ${uri}, which is not a function of the app.`,
    );
  }
  return found;
}

function permits(
  app: ResolvedApp,
  api: Resource,
  target: Resource,
  routeKey: string,
  method: string,
): boolean {
  const [, partition, , region, accountId] = target.arn.split(':');
  const path =
    routeKey === '$default' ? '/$default' : `/${method}${routeKey.slice(routeKey.indexOf(' ') + 1)}`;
  const sourceArn = `arn:${partition}:execute-api:${region}:${accountId}:${api.physicalId}/$default${path}`;
  return app.ofType('AWS::Lambda::Permission').some(({ properties }) => {
    if (properties.FunctionName !== target.arn && properties.FunctionName !== target.physicalId) return false;
    if (properties.Principal !== 'apigateway.amazonaws.com') return false;
    if (properties.Action !== 'lambda:InvokeFunction' && properties.Action !== 'lambda:*') return false;
    if (properties.SourceAccount !== undefined && properties.SourceAccount !== accountId) return false;
    return properties.SourceArn === undefined || matchesPattern(String(properties.SourceArn), sourceArn);
  });
}

function routeTarget(app: ResolvedApp, api: Resource, route: Resource): RouteTarget {
  const { RouteKey, Target, AuthorizationType = 'NONE' } = route.properties;
  const routeKey = String(RouteKey);
  if (AuthorizationType !== 'NONE') {
    throw new Error(`Route "${routeKey}": authorizers of type ${AuthorizationType} do not run locally.`);
  }
  const integrationId = String(Target).replace(/^integrations\//, '');
  const integration = app
    .ofType('AWS::ApiGatewayV2::Integration')
    .find(
      ({ physicalId, properties }) => physicalId === integrationId && properties.ApiId === api.physicalId,
    );
  if (integration === undefined)
    throw new Error(`Route "${routeKey}": the integration ${integrationId} does not exist.`);
  const { IntegrationType, PayloadFormatVersion, TimeoutInMillis } = integration.properties;
  if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0') {
    throw new Error(`Route "${routeKey}": only AWS_PROXY integrations with payload format 2.0 run locally.`);
  }
  const target = functionOf(app, integration);
  const allowed = new Map<string, boolean>();
  return {
    functionName: target.physicalId,
    timeoutMs: TimeoutInMillis === undefined ? maxIntegrationMs : Number(TimeoutInMillis),
    permits(method) {
      const known = allowed.get(method) ?? permits(app, api, target, routeKey, method);
      allowed.set(method, known);
      return known;
    },
  };
}

/**
 * Reads the HTTP API of the app. Throws an error that names the route on integrations that AWS or this runtime
 * refuses.
 */
export function wireHttpApi(app: ResolvedApp): HttpApiWiring {
  const api = onlyApi(app);
  const routes = app
    .ofType('AWS::ApiGatewayV2::Route')
    .filter(({ properties }) => properties.ApiId === api.physicalId)
    .map((route) => ({ routeKey: String(route.properties.RouteKey), target: routeTarget(app, api, route) }));
  const accountId = app.ofType('AWS::Lambda::Function')[0]?.arn.split(':')[4] ?? '000000000000';
  return {
    apiId: api.physicalId,
    hostName: URL.parse(api.attributes?.ApiEndpoint ?? '')?.host ?? 'localhost',
    accountId,
    routeCount: routes.length,
    cors: corsOf(api.properties.CorsConfiguration),
    select: createRouter(routes),
  };
}
