/** The ECS service of the template: follows the links from CloudFront's VPC origin to the container. */
import * as z from 'zod/mini';
import { found, linked, onlyOf, propertiesOf } from '../cloudformation/properties.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import type { ResolvedApp } from '../types.ts';

/** A list with one member. */
const one = <Schema extends z.core.$ZodType>(schema: Schema) => z.tuple([schema]);

const distributionProperties = z.object({
  DistributionConfig: z.object({
    Origins: z.array(
      z.object({
        DomainName: z.string(),
        OriginCustomHeaders: z._default(
          z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
          [],
        ),
      }),
    ),
  }),
});
const originProperties = z.object({ VpcOriginEndpointConfig: z.object({ Arn: z.string() }) });
const balancerProperties = z.object({
  LoadBalancerAttributes: z.array(z.object({ Key: z.string(), Value: z.string() })),
});
const listenerProperties = z.object({
  LoadBalancerArn: z.string(),
  DefaultActions: one(z.object({ Type: z.literal('forward'), TargetGroupArn: z.string() })),
});
const targetProperties = z.object({ HealthCheckPath: z.string() });
const serviceProperties = z.object({
  LoadBalancers: one(
    z.object({ ContainerName: z.string(), ContainerPort: z.number(), TargetGroupArn: z.string() }),
  ),
  TaskDefinition: z.string(),
});
const scalingProperties = z.object({ MinCapacity: z.number() });

/** Downloads the program. */
const fetchContainer = z.object({
  Name: z.string(),
  Essential: z.literal(false),
  Command: z.tuple([z.literal('s3'), z.literal('cp'), z.string(), z.string()]),
});
/** Runs the program. */
const appContainer = z.object({
  Name: z.string(),
  Essential: z.literal(true),
  // Only Node programs run locally.
  Image: z.string().check(z.regex(/\bnode:/)),
  DependsOn: one(z.object({ ContainerName: z.string(), Condition: z.literal('SUCCESS') })),
  PortMappings: one(z.object({ ContainerPort: z.number() })),
  Environment: z.array(z.object({ Name: z.string(), Value: z.string() })),
  LogConfiguration: z.object({ Options: z.object({ 'awslogs-group': z.string() }) }),
});
const taskProperties = z.object({
  Family: z.string(),
  Memory: z.string(),
  TaskRoleArn: z.string(),
  ExecutionRoleArn: z.string(),
  ContainerDefinitions: z.tuple([fetchContainer, appContainer]),
});

export type ContainerWiring = NonNullable<ReturnType<typeof wireContainers>>;

/** Reads the service behind a VPC origin. Throws for settings that AWS would refuse or that do not run locally. */
export function wireContainers(app: ResolvedApp) {
  const [origin] = app.ofType('AWS::CloudFront::VpcOrigin');
  if (origin === undefined) return undefined;
  const { Arn } = propertiesOf(origin, originProperties).VpcOriginEndpointConfig;
  const balancer = linked(app, 'AWS::ElasticLoadBalancingV2::LoadBalancer', Arn);
  const { LoadBalancerAttributes } = propertiesOf(balancer, balancerProperties);
  const idle = LoadBalancerAttributes.find(({ Key }) => Key === 'idle_timeout.timeout_seconds');
  const listener = propertiesOf(onlyOf(app, 'AWS::ElasticLoadBalancingV2::Listener'), listenerProperties);
  const [{ TargetGroupArn }] = listener.DefaultActions;
  const targets = linked(app, 'AWS::ElasticLoadBalancingV2::TargetGroup', TargetGroupArn);
  const service = propertiesOf(onlyOf(app, 'AWS::ECS::Service'), serviceProperties);
  const [behind] = service.LoadBalancers;
  const task = linked(app, 'AWS::ECS::TaskDefinition', service.TaskDefinition);
  const { ContainerDefinitions, ...definition } = propertiesOf(task, taskProperties);
  const [fetcher, container] = ContainerDefinitions;
  if (
    listener.LoadBalancerArn !== balancer.arn ||
    behind.TargetGroupArn !== targets.arn ||
    behind.ContainerName !== container.Name ||
    behind.ContainerPort !== container.PortMappings[0].ContainerPort ||
    container.DependsOn[0].ContainerName !== fetcher.Name
  )
    throw new Error(
      `${task.logicalId}: the load balancer, its targets and the containers do not fit together.`,
    );
  const logGroup = linked(app, 'AWS::Logs::LogGroup', container.LogConfiguration.Options['awslogs-group']);
  const hostName = balancer.attributes?.DNSName ?? '';
  const distribution = propertiesOf(onlyOf(app, 'AWS::CloudFront::Distribution'), distributionProperties);
  const atHost = distribution.DistributionConfig.Origins.find(({ DomainName }) => DomainName === hostName);
  const [scaled] = app.ofType('AWS::ApplicationAutoScaling::ScalableTarget');
  return {
    /** The host name of the load balancer, which is the origin's. */
    hostName,
    /** Headers that the public host adds to requests. */
    originHeaders: Object.fromEntries(
      (atHost?.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
    ),
    /** Family of the tasks. */
    name: definition.Family,
    program: found(app.assetPath(task), `${task.logicalId}: the location of its program is missing.`),
    environment: Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value])),
    memoryMb: Number(definition.Memory),
    healthPath: propertiesOf(targets, targetProperties).HealthCheckPath,
    idleTimeoutMs: Number(idle?.Value ?? 60) * 1000,
    tasks: scaled === undefined ? 1 : propertiesOf(scaled, scalingProperties).MinCapacity,
    taskRoleArn: definition.TaskRoleArn,
    taskStatements: statementsOfRole(app, definition.TaskRoleArn),
    executionStatements: statementsOfRole(app, definition.ExecutionRoleArn),
    logStreamArn: logGroup.arn.replace(/\*$/, 'log-stream:local'),
    /** ARN of the object that the container for the program reads. */
    programArn: `arn:aws:s3:::${fetcher.Command[2].replace(/^s3:\/\//, '')}`,
  };
}
