/** The service for large uploads. */
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { ingestEntry } from '../../lib/aws/ingest-entry.ts';
import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';
import { defineEndpoint, type Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders, originSecretsVariable } from '../../shared/kernel/http/origin.ts';
import { streamedBody } from '../../shared/kernel/http/stream-body.ts';
import { sampleEndpoint } from '../support/fixtures/sample-endpoint.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const takeFile: Endpoint = defineEndpoint({
  ...sampleEndpoint,
  ...{ operationId: 'takeFile', method: 'POST', path: '/api/samples/files', transport: 'ingest' },
  ...{ auth: 'caller', scope: 'tenant' },
  ...{ bodyFormat: 'stream', body: streamedBody('A file.'), maxBodyBytes: 27_262_976 },
  permissions: { table: ['PutItem'], files: ['upload staging'] },
});

const app = synthesize({ stage: 'prod', endpoints: [takeFile], workers: [] });
const off = synthesize({ stage: 'prod', endpoints: [takeFile], workers: [], options: { ingest: false } });

const only = (type: string): TemplateResource => app.only(type);

type Pairs = { Key: string; Value: string }[];
const attributeOf = (pairs: unknown, key: string) => (pairs as Pairs).find(({ Key }) => Key === key)?.Value;

const task = only('AWS::ECS::TaskDefinition');
const service = only('AWS::ECS::Service');
const balancer = only('AWS::ElasticLoadBalancingV2::LoadBalancer');
const targets = only('AWS::ElasticLoadBalancingV2::TargetGroup');
interface Container {
  Image: string;
  Command: unknown[];
  Environment: { Name: string; Value: unknown }[];
  LogConfiguration: unknown;
}
const [fetcher, server] = task.properties.ContainerDefinitions as [Container, Container];

function roleOf(property: 'TaskRoleArn' | 'ExecutionRoleArn') {
  const role = app.referenced(task, task.properties[property]);
  const [policy] = role.properties.Policies as [{ PolicyDocument: { Statement: Record<string, unknown>[] } }];
  return { role, statements: policy.PolicyDocument.Statement };
}

describe('a task', () => {
  it('is small, runs on arm64, and has enough memory for its uploads', () => {
    expect(task.properties).toMatchObject({
      Family: 'pm-prod-ingest',
      Cpu: '256',
      Memory: '1024',
      NetworkMode: 'awsvpc',
      RequiresCompatibilities: ['FARGATE'],
      RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
    });
  });

  it('downloads its program first, to a volume that the Node container can only read', () => {
    expect(fetcher).toMatchObject({ Essential: false, MountPoints: [{ ContainerPath: '/code' }] });
    const command = fetcher.Command.map(text);
    expect(command.slice(0, 2)).toEqual(['s3', 'cp']);
    expect(command[2]).toMatch(/^s3:\/\/.+\.mjs$/);
    expect(command[3]).toBe('/code/index.mjs');
    expect(server).toMatchObject({
      Essential: true,
      Command: ['node', '/code/index.mjs'],
      DependsOn: [{ ContainerName: 'fetch', Condition: 'SUCCESS' }],
      MountPoints: [{ ContainerPath: '/code', ReadOnly: true }],
      ReadonlyRootFilesystem: true,
      User: 'node',
      StopTimeout: 120,
      PortMappings: [{ ContainerPort: 8080 }],
    });
    for (const container of [fetcher, server])
      expect(container.Image).toMatch(/^public\.ecr\.aws\/.+:[\d.]+/);
  });

  it('has the same environment as functions', () => {
    const variables = Object.fromEntries(server.Environment.map(({ Name, Value }) => [Name, text(Value)]));
    expect(variables).toMatchObject({
      TABLE_NAME: 'platform-modules-prod',
      FILES_BUCKET: 'platform-modules-prod-files-<AWS::AccountId>-<AWS::Region>',
      PORT: '8080',
      AWS_REGION: '<AWS::Region>',
    });
    expect(variables[originSecretsVariable]).toMatch(/^\{\{resolve:secretsmanager:.+accepted/);
  });

  it('has the permissions of its endpoints, and may read its program', () => {
    const { role, statements } = roleOf('TaskRoleArn');
    expect(statements.map(({ Action }) => Action)).toEqual([
      ['dynamodb:UpdateItem'],
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      ['dynamodb:PutItem'],
      ['s3:PutObject', 's3:AbortMultipartUpload'],
      ['s3:GetObject'],
    ]);
    expect(text(statements.at(-1)?.Resource)).toMatch(/^arn:<AWS::Partition>:s3:::.+\/[0-9a-f]{64}\.mjs$/);
    const trust = role.properties.AssumeRolePolicyDocument as { Statement: Record<string, unknown>[] };
    const tasks = {
      Effect: 'Allow',
      Principal: { Service: 'ecs-tasks.amazonaws.com' },
      Action: 'sts:AssumeRole',
    };
    const Condition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    expect(trust.Statement).toEqual([{ ...tasks, Condition }]);
  });

  it('writes to its own log group, with a role without other permissions', () => {
    const { statements } = roleOf('ExecutionRoleArn');
    expect(statements).toMatchObject([{ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }]);
    const group = app.only('AWS::Logs::LogGroup', 'LogGroupName', '/platform-modules/prod/ingest');
    for (const container of [fetcher, server]) {
      expect(container.LogConfiguration).toMatchObject({
        LogDriver: 'awslogs',
        Options: { 'awslogs-group': { Ref: group.logicalId } },
      });
    }
  });
});

describe('the service', () => {
  it('runs at least one on-demand task in two zones, and Spot tasks under load', () => {
    const scaled = only('AWS::ApplicationAutoScaling::ScalableTarget');
    expect(scaled.properties).toMatchObject({ MinCapacity: 1, MaxCapacity: 10 });
    expect(service.properties.CapacityProviderStrategy).toEqual([
      { CapacityProvider: 'FARGATE', Base: 1 },
      { CapacityProvider: 'FARGATE_SPOT', Weight: 1 },
    ]);
    const goals = app
      .ofType('AWS::ApplicationAutoScaling::ScalingPolicy')
      .map(({ properties }) => properties.TargetTrackingScalingPolicyConfiguration);
    const goal = (PredefinedMetricType: string, TargetValue: number) => ({
      TargetValue,
      PredefinedMetricSpecification: { PredefinedMetricType },
    });
    expect(goals).toMatchObject([
      goal('ECSServiceAverageCPUUtilization', 60),
      goal('ALBRequestCountPerTarget', 240),
    ]);
    const { AwsvpcConfiguration } = service.properties.NetworkConfiguration as {
      AwsvpcConfiguration: { Subnets: unknown[] };
    };
    const zones = AwsvpcConfiguration.Subnets.map((subnet) =>
      JSON.stringify(app.referenced(service, subnet).properties.AvailabilityZone),
    );
    expect(new Set(zones).size).toBe(2);
  });

  it('can be placed in named zones if one of the first two does not support it', () => {
    const availabilityZones = ['us-east-1b', 'us-east-1d'];
    const options = { region: 'us-east-1', availabilityZones, fixedEgress: true };
    const named = synthesize({ stage: 'prod', endpoints: [takeFile], workers: [], options });
    const used = named.ofType('AWS::EC2::Subnet').map(({ properties }) => properties.AvailabilityZone);
    expect(used).toHaveLength(7);
    expect([...new Set(used)].toSorted()).toEqual(availabilityZones);
  });

  it('rolls back a deployment that does not start', () => {
    expect(service.properties.DeploymentConfiguration).toEqual({
      DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      MinimumHealthyPercent: 100,
      MaximumPercent: 200,
    });
  });

  it('has a load balancer whose timeout covers the longest upload', () => {
    expect(balancer.properties).toMatchObject({ Scheme: 'internal', Type: 'application' });
    const { LoadBalancerAttributes } = balancer.properties;
    expect(attributeOf(LoadBalancerAttributes, 'idle_timeout.timeout_seconds')).toBe('180');
    expect(targets.properties).toMatchObject({ TargetType: 'ip', Port: 8080, HealthCheckPath: '/health' });
    const { TargetGroupAttributes } = targets.properties;
    expect(attributeOf(TargetGroupAttributes, 'deregistration_delay.timeout_seconds')).toBe('180');
    const listener = only('AWS::ElasticLoadBalancingV2::Listener');
    expect(listener.properties.DefaultActions).toEqual([
      { Type: 'forward', TargetGroupArn: { Ref: targets.logicalId } },
    ]);
  });
});

describe('the network', () => {
  it('reaches S3 and DynamoDB through gateway endpoints, without a NAT gateway', () => {
    expect(app.ofType('AWS::EC2::NatGateway')).toEqual([]);
    const endpoints = app.ofType('AWS::EC2::VPCEndpoint').map(({ properties }) => properties);
    const reached = endpoints.map(({ VpcEndpointType, ServiceName }) => [VpcEndpointType, text(ServiceName)]);
    const services = ['s3', 'dynamodb'].map((service) => `com.amazonaws.<AWS::Region>.${service}`);
    expect(reached).toEqual(services.map((service) => ['Gateway', service]));
  });

  it('accepts no public traffic: only CloudFront reaches the load balancer, and only that reaches the tasks', () => {
    const groups = app.ofType('AWS::EC2::SecurityGroup');
    const rules = groups.flatMap(({ properties }) => (properties.SecurityGroupIngress ?? []) as object[]);
    // Requests through a VPC origin have addresses of CloudFront.
    expect(rules).toMatchObject([{ CidrIp: '0.0.0.0/0', FromPort: 80, ToPort: 80 }]);
    const between = only('AWS::EC2::SecurityGroupIngress');
    expect(between.properties).toMatchObject({ FromPort: 8080, ToPort: 8080 });
    expect(app.referenced(between, between.properties.SourceSecurityGroupId).logicalId).toContain('Balancer');
    expect(app.referenced(between, between.properties.GroupId).logicalId).toContain('TaskGroup');
  });

  it('has the load balancer in subnets without a route to the internet', () => {
    const route = only('AWS::EC2::Route');
    const associations = app.ofType('AWS::EC2::SubnetRouteTableAssociation');
    for (const subnet of balancer.properties.Subnets as { Ref: string }[]) {
      const own = associations.find(({ properties }) => text(properties.SubnetId) === text(subnet));
      expect(own?.properties.RouteTableId).not.toEqual(route.properties.RouteTableId);
    }
  });
});

describe('the public host', () => {
  const { Origins } = Object(only('AWS::CloudFront::Distribution').properties.DistributionConfig);
  const functions = app.ofType('AWS::CloudFront::Function');
  const viewerRequest = functions.find(({ logicalId }) => !logicalId.startsWith('Console'));
  const code = String(viewerRequest?.properties.FunctionCode);

  it('reaches the load balancer through a VPC origin, and waits two minutes', () => {
    const way = only('AWS::CloudFront::VpcOrigin');
    expect(way.properties.VpcOriginEndpointConfig).toMatchObject({
      Arn: { Ref: balancer.logicalId },
      OriginProtocolPolicy: 'http-only',
    });
    const origin = (Origins as Record<string, unknown>[]).find(({ Id }) => Id === 'ingest');
    expect(origin).toMatchObject({
      DomainName: { 'Fn::ImportValue': 'PlatformModules-prod-ingest-host' },
      VpcOriginConfig: {
        VpcOriginId: { 'Fn::ImportValue': 'PlatformModules-prod-ingest-origin' },
        OriginReadTimeout: 120,
      },
      OriginCustomHeaders: [{ HeaderName: originHeaders.secret }],
    });
    expect(origin).not.toHaveProperty('CustomOriginConfig');
  });

  it('sends only uploads there, and knows their maximum size', () => {
    const route = { method: 'POST', path: '/api/samples/files', maxBytes: 27_262_976, overheadBytes: 0 };
    expect(code).toContain(`"ingest":${JSON.stringify({ originId: 'ingest', routes: [route] })}`);
  });
});

describe('an endpoint with large bodies', () => {
  it('keeps its function and its route when the service is enabled, until the public host uses the service', () => {
    app.only('AWS::ApiGatewayV2::Route', 'RouteKey', 'POST /api/samples/files');
    app.only('AWS::Lambda::Function', 'FunctionName', 'pm-prod-samples-take-file');
  });

  it('is a normal function if the service is disabled', () => {
    expect(off.stacks.map(({ name }) => name)).not.toContain('PlatformModules-prod-ingest');
    expect(off.ofType('AWS::CloudFront::VpcOrigin')).toEqual([]);
    off.only('AWS::ApiGatewayV2::Route', 'RouteKey', 'POST /api/samples/files');
    off.only('AWS::Lambda::Function', 'FunctionName', 'pm-prod-samples-take-file');
  });

  it('is a function in temporary stages, unless their context enables the service', () => {
    const endpoints = [takeFile];
    expect(synthesize({ stage: 'dev', endpoints, workers: [] }).ofType('AWS::ECS::Service')).toEqual([]);
    const on = synthesize({ stage: 'dev', endpoints, workers: [], options: { ingest: true } });
    expect(on.only('AWS::ApplicationAutoScaling::ScalableTarget').properties.MinCapacity).toBe(1);
  });

  it('has its handler in the program of the service', () => {
    expect(ingestEntry([takeFile])).toContain("from './functions/samples/take-file.ts'");
    const route = "{ method: 'POST', path: '/api/samples/files', handler: handler0 }";
    expect(ingestEntry([takeFile])).toContain(route);
  });
});

it('a platform without such endpoints has no service', () => {
  expect(synthesize({ stage: 'prod', endpoints: [], workers: [] }).ofType('AWS::EC2::VPC')).toEqual([]);
});

it('the service passes the AWS Solutions checks of cdk-nag and the resource schemas of CloudFormation', () => {
  const parts = { stage: 'prod', endpoints: [takeFile], workers: [], validate: true };
  const synth = () =>
    synthesize({ ...parts, before: (one) => Validations.of(one).addPlugins(new AwsSolutionsChecks(one)) });
  expect(synth).not.toThrow();
});

describe('the images of the ingest task', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const node = `public.ecr.aws/docker/library/node:24-slim@${digest}`;
  const fetcher = `public.ecr.aws/aws-cli/aws-cli:2.31.0@${digest}`;
  const synthWith = (options: StageOptions, warnings: string[] = []) =>
    synthesize({
      ...{ stage: 'prod', endpoints: [takeFile], workers: [], options },
      before: (created) => {
        for (const { data } of created.node.findAll().flatMap(({ node: { metadata } }) => metadata))
          warnings.push(String(data));
      },
    });

  it('are pinned to the digests of the stage', () => {
    const warnings: string[] = [];
    const pinned = synthWith({ ingestImages: { node, fetcher } }, warnings);
    const containers = pinned.only('AWS::ECS::TaskDefinition').properties.ContainerDefinitions as Container[];
    expect(containers.map(({ Image }) => Image)).toEqual([fetcher, node]);
    expect(warnings.filter((text) => text.includes('ingestImages'))).toEqual([]);
  });

  it('are refused without a digest', () => {
    const unpinned = { node: 'public.ecr.aws/docker/library/node:24-slim', fetcher };
    expect(() => synthWith({ ingestImages: unpinned })).toThrow(/ingestImages\.node: must end with a digest/);
  });

  it('raise a warning in a production stage that does not pin them', () => {
    const warnings: string[] = [];
    synthWith({}, warnings);
    expect(warnings.join()).toContain('Pin them to digests with the option ingestImages');
  });
});
