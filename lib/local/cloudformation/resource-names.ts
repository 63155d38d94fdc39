/**
 * The values of `Ref` and `Fn::GetAtt` per resource type: the template's explicit name, else an id derived from stack
 * and logical id, so that a restart finds the same resources.
 */
import { hash } from 'node:crypto';

export const region = 'us-east-1';
export const account = '000000000000';

/**
 * How the names of a type are composed: `ref` is the value of `Ref`, and the members after `arn` are attributes beside
 * `Arn`. `{Name}` stands for the property `Name` of the resource or, when it has none, for a generated name; `{id:10}`
 * for a generated id of ten characters, `{uuid}` for a generated UUID, `{ref}` and `{arn}` for these names.
 */
type NamePatterns = Readonly<Record<string, string> & Record<'ref' | 'arn', string>>;

const here = `${region}:${account}`;

const patterns: Readonly<Record<string, NamePatterns>> = {
  'AWS::ApiGatewayV2::Api': {
    ref: '{id:10}',
    arn: `arn:aws:apigateway:${region}::/apis/{ref}`,
    ApiEndpoint: `https://{ref}.execute-api.${region}.amazonaws.com`,
  },
  'AWS::CloudFront::Distribution': {
    ref: '{id:14}',
    arn: `arn:aws:cloudfront::${account}:distribution/{ref}`,
    DomainName: 'd{id:13}.cloudfront.net',
  },
  'AWS::CloudFront::Function': {
    ref: '{arn}',
    arn: `arn:aws:cloudfront::${account}:function/{Name}`,
    'FunctionMetadata.FunctionARN': '{arn}',
  },
  'AWS::DynamoDB::Table': {
    ref: '{TableName}',
    arn: `arn:aws:dynamodb:${here}:table/{ref}`,
    StreamArn: '{arn}/stream/2025-01-01T00:00:00.000',
  },
  'AWS::EC2::SecurityGroup': {
    ref: 'sg-{id:17}',
    arn: `arn:aws:ec2:${here}:security-group/{ref}`,
    GroupId: '{ref}',
  },
  'AWS::ECS::TaskDefinition': { ref: '{arn}', arn: `arn:aws:ecs:${here}:task-definition/{Family}:1` },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    ref: '{arn}',
    arn: `arn:aws:elasticloadbalancing:${here}:loadbalancer/{LoadBalancerFullName}`,
    LoadBalancerFullName: 'app/{id:32}/{id:16}',
    DNSName: `internal-{id:20}.${region}.elb.amazonaws.com`,
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    ref: '{arn}',
    arn: `arn:aws:elasticloadbalancing:${here}:{TargetGroupFullName}`,
    TargetGroupFullName: 'targetgroup/{id:32}/{id:16}',
  },
  'AWS::Events::EventBus': { ref: '{Name}', arn: `arn:aws:events:${here}:event-bus/{ref}` },
  'AWS::Events::Rule': {
    ref: '{EventBusName}|{Name}',
    arn: `arn:aws:events:${here}:rule/{EventBusName}/{Name}`,
  },
  'AWS::IAM::Role': { ref: '{RoleName}', arn: `arn:aws:iam::${account}:role/{ref}` },
  'AWS::KMS::Alias': { ref: '{AliasName}', arn: `arn:aws:kms:${here}:{ref}` },
  'AWS::KMS::Key': { ref: '{uuid}', arn: `arn:aws:kms:${here}:key/{ref}` },
  'AWS::Lambda::Function': { ref: '{FunctionName}', arn: `arn:aws:lambda:${here}:function:{ref}` },
  'AWS::Lambda::Url': {
    ref: '{arn}',
    arn: '{TargetFunctionArn}',
    FunctionUrl: `https://{id:32}.lambda-url.${region}.on.aws/`,
  },
  'AWS::Logs::LogGroup': { ref: '{LogGroupName}', arn: `arn:aws:logs:${here}:log-group:{ref}:*` },
  'AWS::S3::Bucket': {
    ref: '{BucketName}',
    arn: 'arn:aws:s3:::{ref}',
    RegionalDomainName: `{ref}.s3.${region}.amazonaws.com`,
  },
  'AWS::SES::ConfigurationSet': { ref: '{Name}', arn: `arn:aws:ses:${here}:configuration-set/{ref}` },
  'AWS::SES::EmailIdentity': { ref: '{EmailIdentity}', arn: `arn:aws:ses:${here}:identity/{ref}` },
  'AWS::SNS::Topic': { ref: '{arn}', arn: `arn:aws:sns:${here}:{TopicName}` },
  'AWS::SQS::Queue': {
    ref: `https://sqs.${region}.amazonaws.com/${account}/{QueueName}`,
    arn: `arn:aws:sqs:${here}:{QueueName}`,
  },
  'AWS::Scheduler::Schedule': { ref: '{Name}', arn: `arn:aws:scheduler:${here}:schedule/{GroupName}/{ref}` },
  'AWS::Scheduler::ScheduleGroup': { ref: '{Name}', arn: `arn:aws:scheduler:${here}:schedule-group/{ref}` },
  'AWS::SecretsManager::Secret': { ref: '{arn}', arn: `arn:aws:secretsmanager:${here}:secret:{Name}-{id:6}` },
};

/** Other types have a generic ARN, and the attributes `Arn` and `Id`. */
function otherType(type: string): NamePatterns {
  const [, service = 'unknown', kind = 'resource'] = type.split('::');
  const arn = `arn:aws:${service.toLowerCase()}:${here}:${kind.toLowerCase()}/{ref}`;
  return { ref: `{${kind}Name}`, arn, Id: '{ref}' };
}

/** Returns the names of a resource. `property` returns one of its properties, resolved. */
export function resourceNames(
  { type, stack, logicalId }: Record<'type' | 'stack' | 'logicalId', string>,
  property: (name: string) => unknown,
) {
  const own = patterns[type] ?? otherType(type);
  const { ref, arn, ...others } = own;
  const digest = hash('sha256', `${stack}/${logicalId}`);

  function nameFor(name: string, length: number): string {
    if (name === 'uuid') return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
    if (name === 'id') return BigInt(`0x${digest}`).toString(36).padStart(length, '0').slice(-length);
    if (own[name] !== undefined) return fill(own[name]);
    const given = property(name);
    if (typeof given === 'string' && given !== '') return given;
    // 64 characters is the shortest name limit of the types here (Lambda functions and roles).
    return `${`${stack}-${logicalId}`.slice(0, 51)}-${nameFor('id', 12)}`;
  }

  function fill(pattern: string): string {
    return pattern.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name, length) => nameFor(name, Number(length)));
  }

  const filled = Object.entries({ ...others, Arn: arn }).map(([name, pattern]) => [name, fill(pattern)]);
  /** The values of `Fn::GetAtt`. */
  const attributes: Record<string, string> = Object.fromEntries(filled);
  return { physicalId: fill(ref), arn: fill(arn), attributes };
}
