/** The ingest service of the template: follows the links from CloudFront's VPC origin to the container. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import type { PolicyStatement, ResolvedApp, Resource } from '../types.ts';

export interface IngestWiring {
  /** The host name of the load balancer, which is the origin's. */
  hostName: string;
  /** Family of the tasks. */
  name: string;
  program: string;
  environment: Record<string, string>;
  memoryMb: number;
  healthPath: string;
  idleTimeoutMs: number;
  tasks: number;
  stopTimeoutMs: number;
  taskRoleArn: string;
  taskStatements: PolicyStatement[];
  executionStatements: PolicyStatement[];
  logStreamArn: string;
  /** ARN of the object that the container for the program reads. */
  programArn: string;
}

type Properties = Record<string, unknown>;

function records(value: unknown): Properties[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function linked(app: ResolvedApp, type: string, arn: unknown, from: string): Resource {
  const found = app.find(String(arn));
  if (found?.type === type) return found;
  throw new Error(`${from}: ${String(arn)} is not a ${type} of the app.`);
}

function onlyOf(app: ResolvedApp, type: string): Resource {
  const [first, ...others] = app.ofType(type);
  if (first === undefined || others.length > 0) throw new Error(`The app must have exactly one ${type}.`);
  return first;
}

function attribute(resource: Resource, list: string, key: string): string | undefined {
  const found = records(resource.properties[list]).find(({ Key }) => Key === key);
  return found && String(found.Value);
}

function containersOf(task: Resource): { app: Properties; fetch: Properties } {
  const containers = records(task.properties.ContainerDefinitions);
  const app = containers.find(({ Essential }) => Essential === true);
  const [dependency] = records(app?.DependsOn);
  const fetch = containers.find(({ Name }) => Name === dependency?.ContainerName);
  if (app === undefined || fetch === undefined || dependency?.Condition !== 'SUCCESS') {
    throw new Error(`${task.logicalId}: one container must depend on another that fetches its program.`);
  }
  if (!/\bnode:/.test(String(app.Image)))
    throw new Error(`${task.logicalId}: only Node programs run locally.`);
  return { app, fetch };
}

/** Reads the service behind a VPC origin. Throws for settings that AWS would refuse or that do not run locally. */
export function wireIngest(app: ResolvedApp): IngestWiring | undefined {
  const [origin] = app.ofType('AWS::CloudFront::VpcOrigin');
  if (origin === undefined) return undefined;
  const { VpcOriginEndpointConfig: endpoint } = origin.properties;
  const balancerArn = isRecord(endpoint) ? endpoint.Arn : undefined;
  const balancer = linked(app, 'AWS::ElasticLoadBalancingV2::LoadBalancer', balancerArn, origin.logicalId);
  const listener = onlyOf(app, 'AWS::ElasticLoadBalancingV2::Listener');
  if (listener.properties.LoadBalancerArn !== balancer.arn)
    throw new Error('The listener belongs to another load balancer.');
  const [action] = records(listener.properties.DefaultActions);
  const targets = linked(
    app,
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    action?.TargetGroupArn,
    listener.logicalId,
  );
  const service = onlyOf(app, 'AWS::ECS::Service');
  const [behind] = records(service.properties.LoadBalancers);
  if (behind?.TargetGroupArn !== targets.arn) throw new Error('The service belongs to another target group.');
  const task = linked(app, 'AWS::ECS::TaskDefinition', service.properties.TaskDefinition, service.logicalId);
  const { app: container, fetch } = containersOf(task);
  const [port] = records(container.PortMappings);
  if (behind.ContainerName !== container.Name || behind.ContainerPort !== port?.ContainerPort) {
    throw new Error('The load balancer points to another container or port.');
  }
  const program = app.assetPath(task);
  if (program === undefined) throw new Error(`${task.logicalId}: the location of its program is missing.`);
  const logOptions = isRecord(container.LogConfiguration) ? container.LogConfiguration.Options : undefined;
  const groupName = isRecord(logOptions) ? logOptions['awslogs-group'] : undefined;
  const logGroup = linked(app, 'AWS::Logs::LogGroup', groupName, task.logicalId);
  const [, , source] = Array.isArray(fetch.Command) ? fetch.Command.map(String) : [];
  const [scaled] = app.ofType('AWS::ApplicationAutoScaling::ScalableTarget');
  const idle = attribute(balancer, 'LoadBalancerAttributes', 'idle_timeout.timeout_seconds');
  return {
    hostName: balancer.attributes?.DNSName ?? '',
    name: String(task.properties.Family),
    program,
    environment: Object.fromEntries(
      records(container.Environment).map(({ Name, Value }) => [String(Name), String(Value)]),
    ),
    memoryMb: Number(task.properties.Memory),
    healthPath: String(targets.properties.HealthCheckPath),
    idleTimeoutMs: Number(idle ?? 60) * 1000,
    tasks: Number(scaled?.properties.MinCapacity ?? 1),
    stopTimeoutMs: Number(container.StopTimeout ?? 30) * 1000,
    taskRoleArn: String(task.properties.TaskRoleArn),
    taskStatements: statementsOfRole(app, String(task.properties.TaskRoleArn)),
    executionStatements: statementsOfRole(app, String(task.properties.ExecutionRoleArn)),
    logStreamArn: logGroup.arn.replace(/\*$/, 'log-stream:local'),
    programArn: `arn:aws:s3:::${String(source).replace(/^s3:\/\//, '')}`,
  };
}
