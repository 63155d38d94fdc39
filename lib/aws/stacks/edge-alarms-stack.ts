import { Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PlatformAlarm } from '../constructs/alarm.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import type { Deployment } from '../deployment.ts';
import { edgeAlarmTopicName, stackName } from '../names.ts';
import { edgeRegion } from '../stage/regions.ts';
import { certificateArnOf } from './edge-stack.ts';
import { distributionIdOutput } from './front-stack.ts';
import { PlatformStack } from './platform-stack.ts';

const minute = 60;
const day = 24 * 60 * minute;
const fewRequests = 50;
const maxFailedPercent = 1;
/** ACM renews a certificate 60 days before its end. */
const minDaysToExpiry = 30;

/** Alarms of the public host. CloudFront and the certificates of its hosts have their metrics in us-east-1 only. */
export class EdgeAlarmsStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'edge-alarms', 'Platform Modules: alarms of the public host', {
      region: edgeRegion,
    });
    const { stage, homeRegion, domain } = deployment;
    const topicName = edgeAlarmTopicName(stage);
    const topic = new AlarmTopic(this, 'Alarms', deployment, topicName);
    const common = { deployment, topicName };
    const ofHost = (name: string, statistic: 'Average' | 'Sum') => ({
      namespace: 'AWS/CloudFront',
      name,
      dimensions: [
        {
          name: 'DistributionId',
          value: Fn.getStackOutput(stackName(stage, 'front'), distributionIdOutput, homeRegion),
        },
        { name: 'Region', value: 'Global' },
      ],
      statistic,
    });
    const failures = new PlatformAlarm(this, 'Failures', {
      ...common,
      name: `pm-${stage}-host-failures`,
      says: `More than ${maxFailedPercent} % of the responses of the public host are server errors`,
      runbook: 'host-failures',
      periodSeconds: 5 * minute,
      metrics: { rate: ofHost('5xxErrorRate', 'Average'), requests: ofHost('Requests', 'Sum') },
      expression: `IF(FILL(requests, 0) > ${fewRequests}, FILL(rate, 0), 0)`,
      above: maxFailedPercent,
      periods: 2,
    });
    failures.node.addDependency(topic);
    if (domain === undefined) return;
    const expiry = new PlatformAlarm(this, 'Expiry', {
      ...common,
      name: `pm-${stage}-certificate-expiry`,
      says: `The certificate of the public host ends in less than ${minDaysToExpiry} days`,
      runbook: 'certificate-expiry',
      periodSeconds: day,
      metrics: {
        days: {
          namespace: 'AWS/CertificateManager',
          name: 'DaysToExpiry',
          dimensions: [{ name: 'CertificateArn', value: certificateArnOf(deployment, domain) }],
          statistic: 'Average',
        },
      },
      expression: 'days',
      below: minDaysToExpiry,
      periods: 1,
    });
    expiry.node.addDependency(topic);
  }
}
