import { Validations } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnVpcOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { CfnCluster, CfnService } from 'aws-cdk-lib/aws-ecs';
import { CfnListener, CfnLoadBalancer, CfnTargetGroup } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { healthPath, ingestLimits } from '../../../shared/modules/attachments/ingest/limits.ts';
import type { Deployment } from '../deployment.ts';
import { ingestName } from '../names.ts';
import { PlatformAlarm } from './alarm.ts';
import type { IngestNetwork } from './ingest-network.ts';
import { ingestContainer } from './ingest-task.ts';

export interface IngestServiceProps {
  deployment: Deployment;
  network: IngestNetwork;
  taskDefinitionArn: string;
}

const maxTasks = 10;
const cpuPercent = 60;
// Requests per task and minute, as the load balancer counts them: half of what a task completes with 40 concurrent
// uploads (`ingestLimits.requests`) of 5 seconds each. Longer uploads raise the CPU's share first.
const requestsPerTaskAndMinute = 240;

/** The tasks, their load balancer, and its VPC origin for CloudFront. */
export class IngestService extends Construct {
  readonly domainName: string;
  readonly vpcOriginId: string;
  readonly loadBalancerArn: string;

  constructor(scope: Construct, id: string, props: IngestServiceProps) {
    super(scope, id);
    const { deployment, network } = props;
    const { stage } = deployment;
    const name = ingestName(stage);
    const timeout = String(ingestLimits.totalSeconds);

    const balancer = new CfnLoadBalancer(this, 'Balancer', {
      type: 'application',
      scheme: 'internal',
      subnets: network.loadBalancerSubnets,
      securityGroups: [network.loadBalancerGroupId],
      loadBalancerAttributes: [
        { key: 'idle_timeout.timeout_seconds', value: timeout },
        { key: 'routing.http.drop_invalid_header_fields.enabled', value: 'true' },
      ],
    });
    Validations.of(balancer).acknowledge({
      id: 'AwsSolutions-ELB2',
      reason:
        'Every request comes from CloudFront, and the tasks log each; a second log would have the same content.',
    });
    const targets = new CfnTargetGroup(this, 'Targets', {
      vpcId: network.vpcId,
      targetType: 'ip',
      protocol: 'HTTP',
      port: ingestContainer.port,
      healthCheckPath: healthPath,
      healthCheckIntervalSeconds: 10,
      healthCheckTimeoutSeconds: 5,
      healthyThresholdCount: 2,
      unhealthyThresholdCount: 3,
      targetGroupAttributes: [
        // Uploads in flight finish before their task receives the signal to stop.
        { key: 'deregistration_delay.timeout_seconds', value: timeout },
        { key: 'load_balancing.algorithm.type', value: 'least_outstanding_requests' },
      ],
    });
    const listener = new CfnListener(this, 'Listener', {
      loadBalancerArn: balancer.ref,
      // Within the VPC and from CloudFront's VPC origin; without a public name there is no certificate.
      protocol: 'HTTP',
      port: 80,
      defaultActions: [{ type: 'forward', targetGroupArn: targets.ref }],
    });

    const cluster = new CfnCluster(this, 'Cluster', {
      clusterName: name,
      capacityProviders: ['FARGATE', 'FARGATE_SPOT'],
      clusterSettings: [
        { name: 'containerInsights', value: deployment.containerInsights ? 'enabled' : 'disabled' },
      ],
    });
    if (!deployment.containerInsights)
      Validations.of(cluster).acknowledge({
        id: 'AwsSolutions-ECS4',
        reason: 'The metrics of tasks cost more than the tasks; the option containerInsights enables them.',
      });
    const service = new CfnService(this, 'Service', {
      cluster: cluster.ref,
      serviceName: name,
      // AWS may stop a Spot task with two minutes' notice, enough to finish most uploads.
      capacityProviderStrategy: [
        { capacityProvider: 'FARGATE', base: deployment.ingestTasks },
        { capacityProvider: 'FARGATE_SPOT', weight: 1 },
      ],
      taskDefinition: props.taskDefinitionArn,
      healthCheckGracePeriodSeconds: 60,
      deploymentConfiguration: {
        minimumHealthyPercent: 100,
        maximumPercent: 200,
        deploymentCircuitBreaker: { enable: true, rollback: true },
      },
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: network.taskSubnets,
          securityGroups: [network.taskGroupId],
          assignPublicIp: 'ENABLED',
        },
      },
      loadBalancers: [
        {
          containerName: ingestContainer.name,
          containerPort: ingestContainer.port,
          targetGroupArn: targets.ref,
        },
      ],
      propagateTags: 'SERVICE',
    });
    service.addResourceDependency(listener);
    service.addResourceDependency(network.wayOut);

    const scaled = new CfnScalableTarget(this, 'Scaling', {
      serviceNamespace: 'ecs',
      scalableDimension: 'ecs:service:DesiredCount',
      resourceId: `service/${name}/${name}`,
      minCapacity: deployment.ingestTasks,
      maxCapacity: maxTasks,
    });
    scaled.addResourceDependency(service);
    const track = (
      policyName: string,
      targetValue: number,
      metric: CfnScalingPolicy.PredefinedMetricSpecificationProperty,
    ) =>
      new CfnScalingPolicy(this, policyName, {
        policyName: `${name}-${policyName.toLowerCase()}`,
        policyType: 'TargetTrackingScaling',
        scalingTargetId: scaled.ref,
        targetTrackingScalingPolicyConfiguration: { targetValue, predefinedMetricSpecification: metric },
      });
    track('Cpu', cpuPercent, { predefinedMetricType: 'ECSServiceAverageCPUUtilization' });
    track('Requests', requestsPerTaskAndMinute, {
      predefinedMetricType: 'ALBRequestCountPerTarget',
      resourceLabel: `${balancer.attrLoadBalancerFullName}/${targets.attrTargetGroupFullName}`,
    });

    if (deployment.watch)
      new PlatformAlarm(this, 'NoTasks', {
        deployment,
        name: `${name}-tasks`,
        says: 'The service for large uploads has no healthy task',
        runbook: 'uploads-without-tasks',
        periodSeconds: 60,
        metrics: {
          healthy: {
            namespace: 'AWS/ApplicationELB',
            name: 'HealthyHostCount',
            dimensions: [
              { name: 'LoadBalancer', value: balancer.attrLoadBalancerFullName },
              { name: 'TargetGroup', value: targets.attrTargetGroupFullName },
            ],
            statistic: 'Maximum',
          },
        },
        expression: 'healthy',
        below: 1,
        periods: 3,
        missing: 'breaching',
      });

    const origin = new CfnVpcOrigin(this, 'Origin', {
      vpcOriginEndpointConfig: {
        name,
        arn: balancer.ref,
        httpPort: 80,
        httpsPort: 443,
        originProtocolPolicy: 'http-only',
      },
    });
    origin.addResourceDependency(listener);
    this.vpcOriginId = origin.attrId;
    this.domainName = balancer.attrDnsName;
    this.loadBalancerArn = balancer.ref;
  }
}
