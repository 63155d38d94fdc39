/**
 * The permissions that CloudFormation needs to create, change and remove each resource type of the templates: actions
 * and name patterns. They become the policy of the deploying role (`policy.ts`); a test compares them with the
 * templates, type by type.
 */

/** Name patterns of a stage's resources. */
export interface StageNames {
  /** `platform-modules-prod`. */
  platform: string;
  /** `pm-prod`. */
  short: string;
  /** `PlatformModules-prod-`: CloudFormation's generated names begin with the name of the stack, or a part of it. */
  stackPrefix: string;
  stage: string;
}

interface Permission {
  actions: readonly string[];
  /** Resource parts of ARNs, with their service and region: `sqs:*:*:platform-modules-prod*`. */
  on: (names: StageNames) => readonly string[];
  /** Actions without resources in IAM. */
  anywhere?: readonly string[];
  /** Services that the role is passed to. */
  passedTo?: readonly string[];
}

/** Verbs of a service as actions: `of('sqs', 'CreateQueue DeleteQueue')`. */
const of = (service: string, verbs: string): string[] => verbs.split(' ').map((verb) => `${service}:${verb}`);
const everything = () => ['*'];
const httpApis = () => ['apigateway:*::/apis', 'apigateway:*::/apis/*', 'apigateway:*::/tags/*'];
const apiCalls = of('apigateway', 'GET POST PUT PATCH DELETE TagResource UntagResource');
const functions = ({ short }: StageNames) => [`lambda:*:*:function:${short}-*`];
const queues = ({ platform }: StageNames) => [`sqs:*:*:${platform}-*`];
const topics = ({ platform }: StageNames) => [`sns:*:*:${platform}-*`];
const configurationSets = ({ platform }: StageNames) => [`ses:*:*:configuration-set/${platform}`];
const buckets = ({ platform, stackPrefix }: StageNames) => [
  `s3:::${platform}-*`,
  `s3:::${stackPrefix.toLowerCase()}*`,
];
const logGroups = ({ platform, stage }: StageNames) => [
  `logs:*:*:log-group:/platform-modules/${stage}/*`,
  `logs:*:*:log-group:/aws/vendedlogs/platform-modules/${stage}/*`,
  `logs:*:*:log-group:aws-waf-logs-${platform}*`,
];
// EC2, ECS and load balancers use generated ids; tags identify the owner, but do not exist before creation.
const network = (verbs: string): Permission => ({ actions: of('ec2', verbs), on: everything });
const cloudFront = (verbs: string): Permission => ({ actions: of('cloudfront', verbs), on: everything });

export const permissions: Readonly<Record<string, Permission>> = {
  'AWS::ApiGatewayV2::Api': { actions: apiCalls, on: httpApis },
  'AWS::ApiGatewayV2::Integration': { actions: apiCalls, on: httpApis },
  'AWS::ApiGatewayV2::Route': { actions: apiCalls, on: httpApis },
  'AWS::ApiGatewayV2::Stage': {
    // Access logs are delivered under a resource policy of CloudWatch Logs, which API Gateway writes in the caller's
    // name.
    actions: [
      ...apiCalls,
      ...of(
        'logs',
        'CreateLogDelivery GetLogDelivery UpdateLogDelivery DeleteLogDelivery ListLogDeliveries PutResourcePolicy DescribeResourcePolicies DescribeLogGroups',
      ),
    ],
    on: everything,
  },
  'AWS::ApplicationAutoScaling::ScalableTarget': {
    actions: [
      ...of(
        'application-autoscaling',
        'RegisterScalableTarget DeregisterScalableTarget DescribeScalableTargets DescribeScheduledActions ListTagsForResource TagResource UntagResource',
      ),
      'iam:CreateServiceLinkedRole',
    ],
    on: everything,
  },
  'AWS::ApplicationAutoScaling::ScalingPolicy': {
    actions: of('application-autoscaling', 'PutScalingPolicy DeleteScalingPolicy DescribeScalingPolicies'),
    on: everything,
  },
  'AWS::Budgets::Budget': {
    actions: of('budgets', 'ViewBudget ModifyBudget TagResource UntagResource ListTagsForResource'),
    on: ({ platform }) => [`budgets::*:budget/${platform}`],
  },
  'AWS::CertificateManager::Certificate': {
    actions: of(
      'acm',
      'RequestCertificate DescribeCertificate DeleteCertificate AddTagsToCertificate ListTagsForCertificate RemoveTagsFromCertificate',
    ),
    on: everything,
  },
  'AWS::CloudFront::CachePolicy': cloudFront(
    'CreateCachePolicy GetCachePolicy UpdateCachePolicy DeleteCachePolicy',
  ),
  'AWS::CloudFront::Distribution': cloudFront(
    'CreateDistribution GetDistribution GetDistributionConfig UpdateDistribution DeleteDistribution TagResource UntagResource ListTagsForResource',
  ),
  'AWS::CloudFront::Function': cloudFront(
    'CreateFunction DescribeFunction GetFunction UpdateFunction PublishFunction DeleteFunction',
  ),
  'AWS::CloudFront::OriginAccessControl': cloudFront(
    'CreateOriginAccessControl GetOriginAccessControl UpdateOriginAccessControl DeleteOriginAccessControl',
  ),
  'AWS::CloudFront::ResponseHeadersPolicy': cloudFront(
    'CreateResponseHeadersPolicy GetResponseHeadersPolicy UpdateResponseHeadersPolicy DeleteResponseHeadersPolicy',
  ),
  'AWS::CloudFront::VpcOrigin': {
    // CloudFront looks up what the origin's ARN belongs to in the caller's name.
    actions: [
      ...of('cloudfront', 'CreateVpcOrigin GetVpcOrigin UpdateVpcOrigin DeleteVpcOrigin ListVpcOrigins'),
      ...of('ec2', 'DescribeInstances DescribeInternetGateways'),
      'elasticloadbalancing:DescribeLoadBalancers',
      'iam:CreateServiceLinkedRole',
    ],
    on: everything,
  },
  'AWS::CloudWatch::Alarm': {
    actions: of(
      'cloudwatch',
      'PutMetricAlarm DeleteAlarms DescribeAlarms TagResource UntagResource ListTagsForResource',
    ),
    on: ({ platform, short }) => [`cloudwatch:*:*:alarm:${platform}-*`, `cloudwatch:*:*:alarm:${short}-*`],
  },
  'AWS::CloudWatch::Dashboard': {
    actions: of(
      'cloudwatch',
      'PutDashboard GetDashboard DeleteDashboards TagResource UntagResource ListTagsForResource',
    ),
    on: ({ platform }) => [`cloudwatch::*:dashboard/${platform}`],
  },
  'AWS::CodeDeploy::Application': {
    actions: of(
      'codedeploy',
      'CreateApplication GetApplication UpdateApplication DeleteApplication TagResource UntagResource ListTagsForResource',
    ),
    on: ({ stackPrefix }) => [`codedeploy:*:*:application:${stackPrefix}*`],
  },
  'AWS::CodeDeploy::DeploymentGroup': {
    actions: of(
      'codedeploy',
      'CreateDeploymentGroup GetDeploymentGroup UpdateDeploymentGroup DeleteDeploymentGroup CreateDeployment GetDeployment ListDeployments GetDeploymentConfig RegisterApplicationRevision GetApplicationRevision TagResource UntagResource ListTagsForResource',
    ),
    on: ({ stackPrefix }) => [
      `codedeploy:*:*:application:${stackPrefix}*`,
      `codedeploy:*:*:deploymentgroup:${stackPrefix}*`,
      'codedeploy:*:*:deploymentconfig:CodeDeployDefault.*',
    ],
    anywhere: ['codedeploy:StopDeployment'],
    passedTo: ['codedeploy.amazonaws.com'],
  },
  'AWS::DynamoDB::Table': {
    actions: of(
      'dynamodb',
      'CreateTable DescribeTable UpdateTable DeleteTable DescribeTimeToLive UpdateTimeToLive DescribeContinuousBackups UpdateContinuousBackups DescribeContributorInsights DescribeKinesisStreamingDestination GetResourcePolicy TagResource UntagResource ListTagsOfResource',
    ),
    on: ({ platform }) => [`dynamodb:*:*:table/${platform}`, `dynamodb:*:*:table/${platform}/*`],
  },
  'AWS::EC2::EIP': network('AllocateAddress ReleaseAddress DescribeAddresses CreateTags DeleteTags'),
  'AWS::EC2::InternetGateway': network(
    'CreateInternetGateway DeleteInternetGateway DescribeInternetGateways CreateTags DeleteTags',
  ),
  'AWS::EC2::NatGateway': network(
    'CreateNatGateway DeleteNatGateway DescribeNatGateways CreateTags DeleteTags',
  ),
  'AWS::EC2::Route': network('CreateRoute ReplaceRoute DeleteRoute DescribeRouteTables'),
  'AWS::EC2::RouteTable': network(
    'CreateRouteTable DeleteRouteTable DescribeRouteTables CreateTags DeleteTags',
  ),
  'AWS::EC2::SecurityGroup': network(
    'CreateSecurityGroup DeleteSecurityGroup DescribeSecurityGroups AuthorizeSecurityGroupIngress RevokeSecurityGroupIngress AuthorizeSecurityGroupEgress RevokeSecurityGroupEgress CreateTags DeleteTags',
  ),
  'AWS::EC2::SecurityGroupIngress': network(
    'AuthorizeSecurityGroupIngress RevokeSecurityGroupIngress DescribeSecurityGroups DescribeSecurityGroupRules',
  ),
  'AWS::EC2::Subnet': network(
    'CreateSubnet DeleteSubnet DescribeSubnets ModifySubnetAttribute DescribeAvailabilityZones DescribeNetworkAcls CreateTags DeleteTags',
  ),
  'AWS::EC2::SubnetRouteTableAssociation': network(
    'AssociateRouteTable DisassociateRouteTable ReplaceRouteTableAssociation DescribeRouteTables',
  ),
  'AWS::EC2::VPC': network(
    'CreateVpc DeleteVpc DescribeVpcs DescribeVpcAttribute ModifyVpcAttribute DescribeNetworkAcls CreateTags DeleteTags',
  ),
  'AWS::EC2::VPCEndpoint': network(
    'CreateVpcEndpoint DeleteVpcEndpoints DescribeVpcEndpoints ModifyVpcEndpoint CreateTags DeleteTags',
  ),
  'AWS::EC2::VPCGatewayAttachment': network(
    'AttachInternetGateway DetachInternetGateway DescribeInternetGateways DescribeVpnGateways DescribeVpcs',
  ),
  'AWS::ECS::Cluster': {
    actions: of(
      'ecs',
      'CreateCluster DescribeClusters UpdateCluster UpdateClusterSettings PutClusterCapacityProviders DeleteCluster TagResource UntagResource ListTagsForResource',
    ),
    on: ({ short }) => [`ecs:*:*:cluster/${short}-*`],
  },
  'AWS::ECS::Service': {
    actions: of(
      'ecs',
      'CreateService DescribeServices UpdateService DeleteService DescribeServiceDeployments ListServiceDeployments StopServiceDeployment TagResource UntagResource ListTagsForResource',
    ),
    on: ({ short }) => [`ecs:*:*:service/${short}-*`, `ecs:*:*:service-deployment/${short}-*`],
  },
  'AWS::ECS::TaskDefinition': {
    actions: of(
      'ecs',
      'RegisterTaskDefinition DescribeTaskDefinition DeregisterTaskDefinition DeleteTaskDefinitions TagResource UntagResource ListTagsForResource',
    ),
    on: everything,
    passedTo: ['ecs-tasks.amazonaws.com'],
  },
  'AWS::ElasticLoadBalancingV2::Listener': {
    actions: of(
      'elasticloadbalancing',
      'CreateListener ModifyListener DeleteListener DescribeListeners DescribeListenerAttributes ModifyListenerAttributes AddTags RemoveTags DescribeTags',
    ),
    on: everything,
  },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    actions: of(
      'elasticloadbalancing',
      'CreateLoadBalancer DeleteLoadBalancer DescribeLoadBalancers DescribeLoadBalancerAttributes ModifyLoadBalancerAttributes SetSecurityGroups SetSubnets AddTags RemoveTags DescribeTags DescribeCapacityReservation',
    ),
    on: everything,
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    actions: of(
      'elasticloadbalancing',
      'CreateTargetGroup ModifyTargetGroup DeleteTargetGroup DescribeTargetGroups DescribeTargetGroupAttributes ModifyTargetGroupAttributes DescribeTargetHealth AddTags RemoveTags DescribeTags',
    ),
    on: everything,
  },
  'AWS::Events::EventBus': {
    actions: of(
      'events',
      'CreateEventBus DescribeEventBus UpdateEventBus DeleteEventBus TagResource UntagResource ListTagsForResource',
    ),
    on: ({ platform }) => [`events:*:*:event-bus/${platform}`],
  },
  'AWS::Events::Rule': {
    actions: of(
      'events',
      'PutRule DescribeRule EnableRule DisableRule DeleteRule PutTargets RemoveTargets ListTargetsByRule TagResource UntagResource ListTagsForResource',
    ),
    on: ({ platform }) => [`events:*:*:rule/${platform}/*`],
  },
  'AWS::IAM::Policy': {
    actions: of('iam', 'GetRolePolicy PutRolePolicy DeleteRolePolicy'),
    on: ({ stackPrefix }) => [`iam::*:role/${stackPrefix}*`],
  },
  'AWS::IAM::Role': {
    actions: of(
      'iam',
      'CreateRole GetRole UpdateRole UpdateRoleDescription UpdateAssumeRolePolicy DeleteRole PutRolePolicy GetRolePolicy DeleteRolePolicy ListRolePolicies ListAttachedRolePolicies TagRole UntagRole',
    ),
    on: ({ platform, stackPrefix }) => [`iam::*:role/${stackPrefix}*`, `iam::*:role/${platform}-*`],
  },
  'AWS::KMS::Alias': {
    actions: of('kms', 'CreateAlias UpdateAlias DeleteAlias ListAliases DescribeKey'),
    on: everything,
  },
  'AWS::KMS::Key': {
    actions: of(
      'kms',
      'CreateKey DescribeKey EnableKeyRotation GetKeyRotationStatus GetKeyPolicy PutKeyPolicy UpdateKeyDescription EnableKey ScheduleKeyDeletion TagResource UntagResource ListResourceTags',
    ),
    on: everything,
  },
  'AWS::Lambda::Alias': {
    actions: of('lambda', 'CreateAlias GetAlias UpdateAlias DeleteAlias GetProvisionedConcurrencyConfig'),
    on: functions,
  },
  'AWS::Lambda::EventInvokeConfig': {
    actions: of(
      'lambda',
      'PutFunctionEventInvokeConfig GetFunctionEventInvokeConfig UpdateFunctionEventInvokeConfig DeleteFunctionEventInvokeConfig',
    ),
    on: functions,
  },
  'AWS::Lambda::EventSourceMapping': {
    // Lambda identifies mappings by ids.
    actions: of(
      'lambda',
      'CreateEventSourceMapping GetEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping TagResource UntagResource ListTags',
    ),
    on: everything,
  },
  'AWS::Lambda::Function': {
    actions: of(
      'lambda',
      'CreateFunction GetFunction GetFunctionConfiguration UpdateFunctionCode UpdateFunctionConfiguration DeleteFunction PutFunctionConcurrency DeleteFunctionConcurrency GetFunctionCodeSigningConfig GetFunctionRecursionConfig PutFunctionRecursionConfig GetRuntimeManagementConfig TagResource UntagResource ListTags',
    ),
    on: functions,
    // Deleting a function in a VPC waits for its network interfaces.
    anywhere: ['ec2:DescribeNetworkInterfaces'],
    passedTo: ['lambda.amazonaws.com'],
  },
  'AWS::Lambda::Permission': {
    actions: of('lambda', 'AddPermission RemovePermission GetPolicy'),
    on: functions,
  },
  'AWS::Lambda::Url': {
    actions: of(
      'lambda',
      'CreateFunctionUrlConfig GetFunctionUrlConfig UpdateFunctionUrlConfig DeleteFunctionUrlConfig',
    ),
    on: functions,
  },
  'AWS::Lambda::Version': {
    actions: of('lambda', 'PublishVersion ListVersionsByFunction DeleteFunction GetFunctionConfiguration'),
    on: functions,
  },
  'AWS::Logs::LogGroup': {
    actions: of(
      'logs',
      'CreateLogGroup DeleteLogGroup PutRetentionPolicy DeleteRetentionPolicy GetDataProtectionPolicy TagResource UntagResource ListTagsForResource',
    ),
    on: logGroups,
    anywhere: ['logs:DescribeLogGroups', 'logs:DescribeIndexPolicies'],
  },
  'AWS::Logs::MetricFilter': {
    actions: of('logs', 'PutMetricFilter DescribeMetricFilters DeleteMetricFilter'),
    on: logGroups,
  },
  'AWS::Route53::RecordSet': {
    actions: of('route53', 'ChangeResourceRecordSets ListResourceRecordSets GetHostedZone GetChange'),
    on: () => ['route53:::hostedzone/*', 'route53:::change/*'],
  },
  'AWS::S3::Bucket': {
    actions: of(
      's3',
      'CreateBucket DeleteBucket GetBucketLocation ListBucket GetBucketPublicAccessBlock PutBucketPublicAccessBlock GetBucketOwnershipControls PutBucketOwnershipControls GetEncryptionConfiguration PutEncryptionConfiguration GetLifecycleConfiguration PutLifecycleConfiguration GetBucketCORS PutBucketCORS GetBucketTagging PutBucketTagging GetBucketVersioning GetBucketAcl PutBucketAcl',
    ),
    on: buckets,
  },
  'AWS::S3::BucketPolicy': {
    actions: of('s3', 'GetBucketPolicy PutBucketPolicy DeleteBucketPolicy'),
    on: buckets,
  },
  'AWS::Scheduler::Schedule': {
    actions: of('scheduler', 'CreateSchedule GetSchedule UpdateSchedule DeleteSchedule'),
    on: ({ platform }) => [`scheduler:*:*:schedule/${platform}/*`],
    passedTo: ['scheduler.amazonaws.com'],
  },
  'AWS::Scheduler::ScheduleGroup': {
    actions: of(
      'scheduler',
      'CreateScheduleGroup GetScheduleGroup DeleteScheduleGroup DeleteSchedule TagResource UntagResource ListTagsForResource',
    ),
    // A group is deleted with its schedules, also with those that functions have created.
    on: ({ platform }) => [
      `scheduler:*:*:schedule-group/${platform}*`,
      `scheduler:*:*:schedule/${platform}*/*`,
    ],
  },
  'AWS::SecretsManager::Secret': {
    // References to secrets in templates are resolved with this role.
    actions: of(
      'secretsmanager',
      'CreateSecret DescribeSecret GetSecretValue PutSecretValue UpdateSecret DeleteSecret TagResource UntagResource',
    ),
    on: ({ stage }) => [`secretsmanager:*:*:secret:platform-modules/${stage}/*`],
    anywhere: ['secretsmanager:GetRandomPassword'],
  },
  'AWS::SES::ConfigurationSet': {
    actions: of(
      'ses',
      'CreateConfigurationSet GetConfigurationSet DeleteConfigurationSet PutConfigurationSetDeliveryOptions PutConfigurationSetReputationOptions PutConfigurationSetSendingOptions PutConfigurationSetSuppressionOptions TagResource UntagResource ListTagsForResource',
    ),
    on: configurationSets,
  },
  'AWS::SES::ConfigurationSetEventDestination': {
    actions: of(
      'ses',
      'CreateConfigurationSetEventDestination GetConfigurationSetEventDestinations UpdateConfigurationSetEventDestination DeleteConfigurationSetEventDestination',
    ),
    on: configurationSets,
  },
  'AWS::SES::EmailIdentity': {
    actions: of(
      'ses',
      'CreateEmailIdentity GetEmailIdentity DeleteEmailIdentity PutEmailIdentityDkimSigningAttributes PutEmailIdentityDkimAttributes PutEmailIdentityMailFromAttributes PutEmailIdentityFeedbackAttributes TagResource UntagResource ListTagsForResource',
    ),
    on: () => ['ses:*:*:identity/*'],
  },
  'AWS::SNS::Subscription': {
    actions: of('sns', 'Subscribe Unsubscribe GetSubscriptionAttributes SetSubscriptionAttributes'),
    on: topics,
  },
  'AWS::SNS::Topic': {
    actions: of(
      'sns',
      'CreateTopic GetTopicAttributes SetTopicAttributes DeleteTopic ListSubscriptionsByTopic TagResource UntagResource ListTagsForResource GetDataProtectionPolicy',
    ),
    on: topics,
  },
  'AWS::SNS::TopicPolicy': { actions: of('sns', 'GetTopicAttributes SetTopicAttributes'), on: topics },
  'AWS::SQS::Queue': {
    actions: of(
      'sqs',
      'CreateQueue GetQueueAttributes SetQueueAttributes DeleteQueue TagQueue UntagQueue ListQueueTags GetQueueUrl',
    ),
    on: queues,
  },
  'AWS::SQS::QueuePolicy': { actions: of('sqs', 'GetQueueAttributes SetQueueAttributes'), on: queues },
  'AWS::WAFv2::LoggingConfiguration': {
    actions: [
      ...of('wafv2', 'PutLoggingConfiguration GetLoggingConfiguration DeleteLoggingConfiguration'),
      'iam:CreateServiceLinkedRole',
      ...of(
        'logs',
        'CreateLogDelivery DeleteLogDelivery PutResourcePolicy DescribeResourcePolicies DescribeLogGroups',
      ),
    ],
    on: everything,
  },
  'AWS::WAFv2::WebACL': {
    actions: of(
      'wafv2',
      'CreateWebACL GetWebACL UpdateWebACL DeleteWebACL ListTagsForResource TagResource UntagResource',
    ),
    on: ({ platform }) => [
      `wafv2:us-east-1:*:global/webacl/${platform}/*`,
      'wafv2:us-east-1:*:global/managedruleset/*/*',
    ],
  },
  // CloudFormation calls the function of the custom resource.
  'Custom::DeletionProtection': {
    actions: ['lambda:InvokeFunction'],
    on: ({ short }) => [`lambda:*:*:function:${short}-protection-*`],
  },
  'Custom::ConsoleUpload': {
    actions: ['lambda:InvokeFunction'],
    on: ({ short }) => [`lambda:*:*:function:${short}-console-*`],
  },
};
