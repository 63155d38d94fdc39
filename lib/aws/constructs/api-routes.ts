import { Stack, Validations } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ApiName } from '../../../shared/kernel/modules/manifest.ts';
import type { PlatformFunction } from './platform-function.ts';

export interface ApiRoutesProps {
  apiId: string;
  /** `GET /api/health`, or `$default` for every request that no other route matches. */
  routeKeys: readonly string[];
  target: PlatformFunction;
  /** Why API Gateway does not authorize callers; recorded for cdk-nag. */
  openBecause: string;
}

/** End of the construct ids of an API's resources. Those of the main API keep the ids that they have always had. */
export const apiSuffix = (name: ApiName): string => (name === 'main' ? '' : name);

/**
 * Routes of an HTTP API to one function, with one integration for all of them, and the permissions of exactly these routes
 * to invoke it.
 */
export class ApiRoutes extends Construct {
  constructor(scope: Construct, id: string, { apiId, routeKeys, target, openBecause }: ApiRoutesProps) {
    super(scope, id);
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: target.functionArn,
      payloadFormatVersion: '2.0',
    });
    for (const [index, routeKey] of routeKeys.entries()) {
      const suffix = index === 0 ? '' : String(index);
      const route = new CfnRoute(this, `Route${suffix}`, {
        apiId,
        routeKey,
        target: `integrations/${integration.ref}`,
      });
      Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: openBecause });
      new CfnPermission(this, `Permission${suffix}`, {
        action: 'lambda:InvokeFunction',
        functionName: target.functionName,
        principal: 'apigateway.amazonaws.com',
        sourceArn: Stack.of(this).formatArn({
          service: 'execute-api',
          resource: apiId,
          // Any stage of the API; then `GET/api/things/{id}`, the braces literally, or `$default`.
          resourceName: `*/${routeKey.replace(' ', '')}`,
        }),
      });
    }
  }
}
