import { Annotations, Stack, Validations } from 'aws-cdk-lib';
import { CfnTaskDefinition } from 'aws-cdk-lib/aws-ecs';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { ingestBundleFile } from '../ingest-entry.ts';
import { ingestName } from '../names.ts';
import { type GrantTargets, logGrant, type Statement } from '../policies/grants.ts';
import { acknowledgeWildcards } from '../policies/wildcards.ts';

export interface IngestTaskProps {
  deployment: Deployment;
  logGroup: LogGroup;
  targets: GrantTargets;
  /** The permissions of the endpoints. */
  grants: Statement[];
  /** Variables besides those of every function. */
  environment: Readonly<Record<string, string>>;
}

/** The container that serves requests, and its port. */
export const ingestContainer = { name: 'ingest', port: 8080 } as const;

/**
 * Both for arm64. A task pulls them when it starts, when the tag may point to another image: stages pin them with the
 * option `ingestImages`.
 */
const defaultImages = {
  node: 'public.ecr.aws/docker/library/node:24-slim',
  fetcher: 'public.ecr.aws/aws-cli/aws-cli:2.31.0',
} as const;
const codeFolder = '/code';
/** Fargate's maximum; requests may take longer, but the load balancer has drained them before. */
const stopSeconds = 120;

/**
 * The task definition: one container downloads the program to a volume and ends, then a plain Node container runs it.
 * No image of our own is needed, and deployments need no Docker.
 */
export class IngestTask extends Construct {
  readonly taskDefinitionArn: string;

  constructor(scope: Construct, id: string, props: IngestTaskProps) {
    super(scope, id);
    const { deployment, logGroup, grants } = props;
    const { region, account } = Stack.of(this);
    const name = ingestName(deployment.stage);
    const code = new Asset(this, 'Code', { path: ingestBundleFile(deployment.bundleDir) });
    const readCode: Statement = {
      Effect: 'Allow',
      Action: ['s3:GetObject'],
      Resource: Stack.of(this).formatArn({
        ...{ service: 's3', region: '', account: '' },
        resource: `${code.s3BucketName}/${code.s3ObjectKey}`,
      }),
    };
    const taskRole = this.#role('TaskRole', account, [...grants, readCode]);
    acknowledgeWildcards(taskRole, grants);
    const executionRole = this.#role('ExecutionRole', account, [logGrant(props.targets)]);

    const logConfiguration = (prefix: string): CfnTaskDefinition.LogConfigurationProperty => ({
      logDriver: 'awslogs',
      options: {
        'awslogs-group': logGroup.logGroupName,
        'awslogs-region': region,
        'awslogs-stream-prefix': prefix,
      },
    });
    const environment = { ...deployment.environment, ...props.environment };
    const images = deployment.ingestImages ?? defaultImages;
    if (deployment.ingestImages === undefined && deployment.deletionProtection) {
      Annotations.of(this).addWarningV2(
        'platform-modules:ingest-images',
        'The images of the ingest task are tags that may change. Pin them to digests with the option ingestImages.',
      );
    }
    const definition = new CfnTaskDefinition(this, 'Definition', {
      family: name,
      requiresCompatibilities: ['FARGATE'],
      networkMode: 'awsvpc',
      runtimePlatform: { cpuArchitecture: 'ARM64', operatingSystemFamily: 'LINUX' },
      cpu: '256',
      memory: '1024',
      taskRoleArn: taskRole.attrArn,
      executionRoleArn: executionRole.attrArn,
      volumes: [{ name: 'code' }],
      containerDefinitions: [
        {
          name: 'fetch',
          image: images.fetcher,
          essential: false,
          command: ['s3', 'cp', `s3://${code.s3BucketName}/${code.s3ObjectKey}`, `${codeFolder}/index.mjs`],
          mountPoints: [{ sourceVolume: 'code', containerPath: codeFolder }],
          logConfiguration: logConfiguration('fetch'),
        },
        {
          name: ingestContainer.name,
          image: images.node,
          essential: true,
          command: ['node', `${codeFolder}/index.mjs`],
          dependsOn: [{ containerName: 'fetch', condition: 'SUCCESS' }],
          mountPoints: [{ sourceVolume: 'code', containerPath: codeFolder, readOnly: true }],
          portMappings: [{ containerPort: ingestContainer.port, protocol: 'tcp' }],
          environment: [
            { name: 'PORT', value: String(ingestContainer.port) },
            { name: 'AWS_REGION', value: region },
            ...Object.entries(environment).map(([variable, value]) => ({ name: variable, value })),
          ],
          readonlyRootFilesystem: true,
          user: 'node',
          stopTimeout: stopSeconds,
          linuxParameters: { initProcessEnabled: true },
          logConfiguration: logConfiguration(ingestContainer.name),
        },
      ],
    });
    // Records the source folder of the code for local tools.
    code.addResourceMetadata(definition, 'Code');
    Validations.of(definition).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason:
        'They are the variables of every function: names and settings, and the secret of the public host, which ' +
        'CloudFormation resolves as it does for functions.',
    });
    this.taskDefinitionArn = definition.ref;
  }

  #role(id: string, account: string, statements: Statement[]): CfnRole {
    return new CfnRole(this, id, {
      assumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'ecs-tasks.amazonaws.com' },
            Action: 'sts:AssumeRole',
            Condition: { StringEquals: { 'aws:SourceAccount': account } },
          },
        ],
      },
      policies: [{ policyName: 'grants', policyDocument: { Version: '2012-10-17', Statement: statements } }],
    });
  }
}
