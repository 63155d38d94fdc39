import { Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import type { Deployment } from '../deployment.ts';
import { frontName, webAclLogGroupName } from '../names.ts';

/**
 * Rules of AWS's common set that only count here. Bodies are tenants' documents and files: they exceed 8 KB
 * (`SizeRestrictions_BODY`), contain addresses, markup and paths, and contracts validate them. Queries contain search
 * words (`server.log`, `../`) and addresses. Programs often send no `User-Agent`.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
export const countedRules = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'GenericLFI_QUERYARGUMENTS',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'CrossSiteScripting_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
  'SizeRestrictions_QUERYSTRING',
  'NoUserAgent_HEADER',
] as const;

const windowSeconds = 300;
const tooMany = 'too-many-requests';

/** The web ACL of the public host. CloudFront only accepts one from us-east-1. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    const { stage, requestsPerAddress } = deployment;
    const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      sampledRequestsEnabled: false,
    });
    const managed = (priority: number, name: string, counted: readonly string[] = []) => ({
      name,
      priority,
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name: `AWSManagedRules${name}`,
          ...(counted.length > 0 && {
            ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          }),
        },
      },
      overrideAction: { none: {} },
      visibilityConfig: visibility(name),
    });
    const acl = new CfnWebACL(this, 'Acl', {
      name: frontName(stage),
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(frontName(stage)),
      // The format of every error of the platform; keys have their own, much lower limits.
      customResponseBodies: {
        [tooMany]: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ error: 'Too many requests from this address.', code: 'rate_limited' }),
        },
      },
      rules: [
        {
          name: 'RequestsPerAddress',
          priority: 0,
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddress,
              evaluationWindowSec: windowSeconds,
              aggregateKeyType: 'IP',
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: tooMany,
                responseHeaders: [
                  { name: 'Retry-After', value: '60' },
                  { name: 'Cache-Control', value: 'no-store' },
                ],
              },
            },
          },
          visibilityConfig: visibility('RequestsPerAddress'),
        },
        managed(1, 'AmazonIpReputationList'),
        managed(2, 'CommonRuleSet', countedRules),
        managed(3, 'KnownBadInputsRuleSet'),
      ],
    });
    const logs = new LogGroup(this, 'Logs', {
      logGroupName: webAclLogGroupName(stage),
      retention: deployment.logRetentionDays,
      removalPolicy: deployment.removalPolicy,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      // WAF requires the ARN without the `:*` of CloudFormation's attribute.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: `log-group:${webAclLogGroupName(stage)}`,
        }),
      ],
      // Allowed requests are in the access logs; this log only has refused and counted ones.
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({
              ActionCondition: { Action },
            })),
          },
        ],
      },
      redactedFields: ['authorization', 'cookie', 'x-api-key', originHeaders.authorization].map((Name) => ({
        singleHeader: { Name },
      })),
    }).node.addDependency(logs);
    this.arn = acl.attrArn;
  }
}
