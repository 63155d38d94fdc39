import { resolve } from 'node:path';
import { SymlinkFollowMode } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { type CfnAlias, CfnFunction, type CfnFunctionProps } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { kebabCase } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { Deployment } from '../deployment.ts';
import { functionBundleDir } from '../function-entries.ts';
import { functionName } from '../names.ts';
import { networkGrant, type Statement, traceGrant } from '../policies/grants.ts';
import { acknowledgeWildcards } from '../policies/wildcards.ts';
import { LiveFunction } from '../stage/rollout.ts';

/** Private subnets and a security group of a VPC. */
export interface FunctionNetwork {
  subnetIds: string[];
  securityGroupIds: string[];
}

export interface PlatformFunctionProps {
  deployment: Deployment;
  module: string;
  /** Operation id or kebab-case name, used for the file, the bundle and the Lambda function. */
  name: string;
  /** Name of a function with the code and the role of another one, which `name` names. */
  sibling?: { name: string; roleArn: string } | undefined;
  description: string;
  /** The log group of the module. */
  logGroup: LogGroup;
  /** All permissions of the function, including its log lines. */
  grants: Statement[];
  memoryMb?: number | undefined;
  timeoutSeconds?: number | undefined;
  /** Variables besides those of every function. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Maximum number of instances, which are reserved for this function. */
  reservedConcurrency?: number | undefined;
  /** The network of functions whose requests must leave from fixed addresses. */
  network?: FunctionNetwork | undefined;
  /** Callers get new code at once, without an alias: deployments call it themselves. */
  withoutAlias?: boolean | undefined;
  /** Its code folder contains links to folders that are uploaded as well. */
  followsLinks?: boolean | undefined;
  /** Disables Lambda's recursion detection for a function that sends messages to itself on purpose. */
  mayLoop?: boolean | undefined;
}

// CPU grows with memory: below 1 769 MB a function has a share of one core, and a cold start is all CPU.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
export const defaultMemoryMb = 1024;
const defaultTimeoutSeconds = 10;

/**
 * One Lambda function with a role of its own, for every kind of trigger. Uses the plain CloudFormation classes: CDK's
 * `Function` would attach AWS-managed policies and a second policy resource.
 */
export class PlatformFunction extends Construct {
  readonly roleArn: string;
  /** The invoked ARN: the function, or its alias for gradual rollouts. */
  readonly functionArn: string;
  /** The same as a name, for permissions and event sources. */
  readonly functionName: string;
  /** The name of the function itself. */
  readonly ownName: string;
  /** The alias of the version that callers get; undefined for the function itself. */
  readonly alias: CfnAlias | undefined;

  constructor(scope: Construct, id: string, props: PlatformFunctionProps) {
    super(scope, id);
    const { deployment, module, network } = props;
    const grants = [
      ...props.grants,
      ...(deployment.tracing ? [traceGrant] : []),
      ...(network === undefined ? [] : [networkGrant]),
    ];

    this.roleArn = props.sibling?.roleArn ?? this.#role(grants);
    const code = new Asset(this, 'Code', {
      path: resolve(functionBundleDir(deployment.bundleDir, { module, name: kebabCase(props.name) })),
      ...(props.followsLinks && { followSymlinks: SymlinkFollowMode.ALWAYS }),
    });
    const name = functionName(deployment.stage, module, props.sibling?.name ?? props.name);
    const configuration: CfnFunctionProps = {
      functionName: name,
      description: props.description,
      runtime: 'nodejs24.x',
      architectures: ['arm64'],
      handler: 'index.handler',
      code: { s3Bucket: code.s3BucketName, s3Key: code.s3ObjectKey },
      role: this.roleArn,
      memorySize: props.memoryMb ?? defaultMemoryMb,
      timeout: props.timeoutSeconds ?? defaultTimeoutSeconds,
      environment: { variables: { ...deployment.environment, ...props.environment } },
      ...(props.mayLoop && { recursiveLoop: 'Allow' }),
      loggingConfig: {
        logFormat: 'JSON',
        applicationLogLevel: deployment.logLevel.toUpperCase(),
        logGroup: props.logGroup.logGroupName,
      },
      ...(deployment.tracing && { tracingConfig: { mode: 'Active' } }),
      ...(network && { vpcConfig: network }),
    };
    const lambda = new CfnFunction(this, 'Function', {
      ...configuration,
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
    });
    // Records the source folder of the code for local tools.
    code.addResourceMetadata(lambda, 'Code');

    this.ownName = lambda.ref;
    if (!deployment.hasAliases || props.withoutAlias) {
      this.functionArn = lambda.attrArn;
      this.functionName = lambda.ref;
      this.alias = undefined;
      return;
    }
    const { alias } = new LiveFunction(this, 'Live', {
      deployment,
      module,
      functionName: name,
      functionRef: lambda.ref,
      // Not the bucket: its name depends on the bootstrap, while the code stays the same.
      configuration: { ...configuration, code: code.s3ObjectKey },
    });
    this.functionArn = alias.ref;
    this.functionName = alias.ref;
    this.alias = alias;
  }

  #role(grants: Statement[]): string {
    const role = new CfnRole(this, 'Role', {
      assumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
        ],
      },
      policies: [{ policyName: 'grants', policyDocument: { Version: '2012-10-17', Statement: grants } }],
    });
    acknowledgeWildcards(role, grants);
    return role.attrArn;
  }
}
