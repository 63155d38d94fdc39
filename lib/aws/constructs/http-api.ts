import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ApiName } from '../../../shared/kernel/modules/manifest.ts';
import type { Deployment } from '../deployment.ts';
import { accessLogGroupName, apiName } from '../names.ts';
import { corsConfiguration } from './cors.ts';

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
const accessLogLine = JSON.stringify({
  time: '$context.requestTime',
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.path',
  route: '$context.routeKey',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  responseLatencyMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationLatencyMs: '$context.integrationLatency',
  error: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
});

/** One of the HTTP APIs with its stage. The modules' stacks add the routes, which are deployed automatically. */
export class HttpApi extends Construct {
  readonly apiId: string;

  constructor(scope: Construct, id: string, deployment: Deployment, name: ApiName) {
    super(scope, id);
    const cors = corsConfiguration(deployment.environment);
    const api = new CfnApi(this, 'Api', {
      name: apiName(deployment.stage, name),
      protocolType: 'HTTP',
      ...(cors && { corsConfiguration: cors }),
    });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: accessLogGroupName(deployment.stage, name),
      retention: deployment.logRetentionDays,
      removalPolicy: deployment.removalPolicy,
    });
    new CfnStage(this, 'Stage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: accessLogs.logGroupArn, format: accessLogLine },
      // A limit for all tenants together, so that a flood cannot use all of the account's Lambda concurrency.
      defaultRouteSettings: {
        throttlingRateLimit: deployment.requestsPerSecond,
        throttlingBurstLimit: deployment.requestBurst,
      },
    });
    this.apiId = api.ref;
  }
}
