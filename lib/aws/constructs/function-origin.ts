import { ArnFormat, Fn, Stack } from 'aws-cdk-lib';
import { CfnPermission, CfnUrl } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { corsConfiguration } from './cors.ts';

export type InvokeMode = 'RESPONSE_STREAM' | 'BUFFERED';

export interface FunctionOriginProps {
  functionName: string;
  /** Whether it streams its responses or returns whole ones. */
  invokeMode: InvokeMode;
  /** Alias of the version that callers get; undefined for the function itself. */
  alias: string | undefined;
  /** ARN of the distribution, the only caller of the URL. */
  distributionArn: string;
  /** Settings of the deployment, of which those of CORS apply. */
  environment: Readonly<Record<string, string>>;
}

/** The URL of a function, which only the distribution may call, with its own signature. */
export class FunctionOrigin extends Construct {
  /** Host of the URL. */
  readonly domainName: string;

  constructor(
    scope: Construct,
    id: string,
    { functionName, invokeMode, alias, distributionArn, environment }: FunctionOriginProps,
  ) {
    super(scope, id);
    const functionArn = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: functionName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const cors = corsConfiguration(environment);
    const url = new CfnUrl(this, 'Url', {
      targetFunctionArn: functionArn,
      ...(alias !== undefined && { qualifier: alias }),
      authType: 'AWS_IAM',
      invokeMode,
      ...(cors && { cors }),
    });
    this.domainName = Fn.select(2, Fn.split('/', url.attrFunctionUrl));

    const called = alias === undefined ? functionName : `${functionName}:${alias}`;
    const caller = {
      functionName: called,
      principal: 'cloudfront.amazonaws.com',
      sourceArn: distributionArn,
    };
    new CfnPermission(this, 'UrlPermission', {
      ...caller,
      action: 'lambda:InvokeFunctionUrl',
      functionUrlAuthType: 'AWS_IAM',
    });
    // URLs created since October 2025 need both: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
    new CfnPermission(this, 'FunctionPermission', {
      ...caller,
      action: 'lambda:InvokeFunction',
      invokedViaFunctionUrl: true,
    });
  }
}
