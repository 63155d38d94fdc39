import { Stack, Validations } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { PlatformFunction } from './platform-function.ts';

export interface ApiRouteProps {
  apiId: string;
  /** `GET /api/health`, or `$default` for every request that no other route matches. */
  routeKey: string;
  target: PlatformFunction;
  /** Why API Gateway does not authorize callers; recorded for cdk-nag. */
  openBecause: string;
}

/** Routes one route of the HTTP API to one function, and permits exactly that route to invoke it. */
export class ApiRoute extends Construct {
  constructor(scope: Construct, id: string, props: ApiRouteProps) {
    super(scope, id);

    const integration = new CfnIntegration(this, 'Integration', {
      apiId: props.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: props.target.functionArn,
      payloadFormatVersion: '2.0',
    });
    const route = new CfnRoute(this, 'Route', {
      apiId: props.apiId,
      routeKey: props.routeKey,
      target: `integrations/${integration.ref}`,
    });
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: props.openBecause });

    new CfnPermission(this, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: props.target.functionName,
      principal: 'apigateway.amazonaws.com',
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: props.apiId,
        // Any stage of the API; then `GET/api/things/{id}`, the braces literally, or `$default`.
        resourceName: `*/${props.routeKey.replace(' ', '')}`,
      }),
    });
  }
}
