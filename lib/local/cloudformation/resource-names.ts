/**
 * The values of `Ref` and `Fn::GetAtt` per resource type: the template's explicit name, else an id derived from stack
 * and logical id, so that a restart finds the same resources.
 */
import { createHash } from 'node:crypto';

export interface Environment {
  accountId: string;
  region: string;
  partition: string;
  urlSuffix: string;
}

/** Names of one resource. `attributes` holds the values of `Fn::GetAtt`. */
export interface ResourceNames {
  physicalId: string;
  arn: string;
  attributes: Record<string, string>;
}

interface NameRequest {
  type: string;
  stack: string;
  logicalId: string;
  /** One property of the resource, resolved. */
  property(name: string): unknown;
  environment: Environment;
}

type NameRule = (request: NameRequest) => ResourceNames;

/**
 * Returns the names of a resource. Types without a rule get a generated id, a generic ARN and the only attribute
 * `Arn`.
 */
export function resourceNames(request: NameRequest): ResourceNames {
  return (rules[request.type] ?? otherType)(request);
}

/** Rule for types whose `Ref` is their name and whose ARN ends with the name. */
function named(
  property: string,
  service: string,
  prefix: string,
  extra: (name: string, request: NameRequest) => Record<string, string> = () => ({}),
): NameRule {
  return (request) => {
    const name = nameOf(request, property);
    const arn = regionalArn(request, service, `${prefix}${name}`);
    return { physicalId: name, arn, attributes: { Arn: arn, ...extra(name, request) } };
  };
}

/** Rule for types whose `Ref` is an id that AWS generates. */
function generated(
  length: number,
  service: string,
  path: (request: NameRequest) => string,
  idAttribute: string,
) {
  return (request: NameRequest): ResourceNames => {
    const id = generatedId(request, length);
    return {
      physicalId: id,
      arn: regionalArn(request, service, `${path(request)}${id}`),
      attributes: { [idAttribute]: id },
    };
  };
}

const table = named('TableName', 'dynamodb', 'table/', (name, request) => ({
  StreamArn: `${regionalArn(request, 'dynamodb', `table/${name}`)}/stream/2025-01-01T00:00:00.000`,
  TableId: uuidOf(request),
}));

const apiPath = (kind: string) => (request: NameRequest) =>
  `/apis/${String(request.property('ApiId'))}/${kind}/`;

const rules: Record<string, NameRule> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Lambda::EventSourceMapping': (request) => {
    const id = uuidOf(request);
    const arn = regionalArn(request, 'lambda', `event-source-mapping:${id}`);
    return { physicalId: id, arn, attributes: { Id: id, EventSourceMappingArn: arn } };
  },
  'AWS::Lambda::Url': (request) => {
    const arn = String(request.property('TargetFunctionArn'));
    const { region } = request.environment;
    const url = `https://${generatedId(request, 32)}.lambda-url.${region}.on.aws/`;
    return { physicalId: arn, arn, attributes: { FunctionArn: arn, FunctionUrl: url } };
  },
  'AWS::Logs::LogGroup': (request) => {
    const name = nameOf(request, 'LogGroupName');
    const arn = regionalArn(request, 'logs', `log-group:${name}:*`);
    return { physicalId: name, arn, attributes: { Arn: arn } };
  },
  'AWS::IAM::Role': (request) => {
    const name = nameOf(request, 'RoleName');
    const arn = iamArn(request, `role${String(request.property('Path') ?? '/')}${name}`);
    return {
      physicalId: name,
      arn,
      attributes: { Arn: arn, RoleId: `AROA${generatedId(request, 17).toUpperCase()}` },
    };
  },
  'AWS::IAM::ManagedPolicy': (request) => {
    const arn = iamArn(request, `policy/${nameOf(request, 'ManagedPolicyName')}`);
    return { physicalId: arn, arn, attributes: { PolicyArn: arn } };
  },
  'AWS::ApiGatewayV2::Api': (request) => {
    const id = generatedId(request, 10);
    const { region, partition, urlSuffix } = request.environment;
    return {
      physicalId: id,
      arn: `arn:${partition}:apigateway:${region}::/apis/${id}`,
      attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${region}.${urlSuffix}` },
    };
  },
  'AWS::ApiGatewayV2::Integration': generated(7, 'apigateway', apiPath('integrations'), 'IntegrationId'),
  'AWS::ApiGatewayV2::Route': generated(7, 'apigateway', apiPath('routes'), 'RouteId'),
  'AWS::ApiGatewayV2::Stage': (request) => {
    const name = nameOf(request, 'StageName');
    return {
      physicalId: name,
      arn: regionalArn(request, 'apigateway', `${apiPath('stages')(request)}${name}`),
      attributes: {},
    };
  },
  'AWS::SQS::Queue': (request) => {
    const name = nameOf(request, 'QueueName');
    const { region, accountId, urlSuffix } = request.environment;
    const url = `https://sqs.${region}.${urlSuffix}/${accountId}/${name}`;
    const arn = regionalArn(request, 'sqs', name);
    return { physicalId: url, arn, attributes: { Arn: arn, QueueName: name, QueueUrl: url } };
  },
  'AWS::S3::Bucket': (request) => {
    const name = nameOf(request, 'BucketName').toLowerCase();
    const { region, partition, urlSuffix } = request.environment;
    const arn = `arn:${partition}:s3:::${name}`;
    const attributes = {
      Arn: arn,
      DomainName: `${name}.s3.${urlSuffix}`,
      RegionalDomainName: `${name}.s3.${region}.${urlSuffix}`,
    };
    return { physicalId: name, arn, attributes };
  },
  'AWS::Events::EventBus': named('Name', 'events', 'event-bus/', (name) => ({ Name: name })),
  'AWS::Events::Rule': (request) => {
    const name = nameOf(request, 'Name');
    const bus = String(request.property('EventBusName') ?? 'default');
    const inBus = bus === 'default' ? name : `${bus}/${name}`;
    const arn = regionalArn(request, 'events', `rule/${inBus}`);
    return { physicalId: inBus.replace('/', '|'), arn, attributes: { Arn: arn } };
  },
  'AWS::Scheduler::Schedule': (request) => {
    const name = nameOf(request, 'Name');
    const group = String(request.property('GroupName') ?? 'default');
    const arn = regionalArn(request, 'scheduler', `schedule/${group}/${name}`);
    return { physicalId: name, arn, attributes: { Arn: arn } };
  },
  'AWS::Scheduler::ScheduleGroup': named('Name', 'scheduler', 'schedule-group/'),
  'AWS::KMS::Key': (request) => {
    const id = uuidOf(request);
    const arn = regionalArn(request, 'kms', `key/${id}`);
    return { physicalId: id, arn, attributes: { Arn: arn, KeyId: id } };
  },
  'AWS::KMS::Alias': named('AliasName', 'kms', ''),
  'AWS::SecretsManager::Secret': (request) => {
    const arn = regionalArn(
      request,
      'secretsmanager',
      `secret:${nameOf(request, 'Name')}-${generatedId(request, 6)}`,
    );
    return { physicalId: arn, arn, attributes: { Id: arn } };
  },
  'AWS::CloudFront::Distribution': (request) => {
    const id = `E${generatedId(request, 13).toUpperCase()}`;
    const domainName = `d${generatedId(request, 13)}.cloudfront.net`;
    return {
      physicalId: id,
      arn: globalArn(request, 'cloudfront', `distribution/${id}`),
      attributes: { Id: id, DomainName: domainName },
    };
  },
  'AWS::CloudFront::Function': (request) => {
    const arn = globalArn(request, 'cloudfront', `function/${nameOf(request, 'Name')}`);
    return { physicalId: arn, arn, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn } };
  },
  'AWS::CloudFront::CachePolicy': globalWithId('cache-policy'),
  'AWS::CloudFront::OriginAccessControl': globalWithId('origin-access-control'),
  'AWS::CloudFront::ResponseHeadersPolicy': globalWithId('response-headers-policy'),
  'AWS::SNS::Topic': (request) => {
    const name = nameOf(request, 'TopicName');
    const arn = regionalArn(request, 'sns', name);
    return { physicalId: arn, arn, attributes: { TopicArn: arn, TopicName: name } };
  },
  'AWS::SES::ConfigurationSet': named('Name', 'ses', 'configuration-set/'),
  'AWS::SES::EmailIdentity': named('EmailIdentity', 'ses', 'identity/', (name) =>
    Object.fromEntries(
      [1, 2, 3].flatMap((number) => [
        [`DkimDNSTokenName${number}`, `token${number}._domainkey.${name}`],
        [`DkimDNSTokenValue${number}`, `token${number}.dkim.amazonses.com`],
      ]),
    ),
  ),
  'AWS::CloudFront::VpcOrigin': globalWithId('vpcorigin'),
  'AWS::EC2::SecurityGroup': (request) => {
    const id = `sg-${generatedId(request, 17)}`;
    return {
      physicalId: id,
      arn: regionalArn(request, 'ec2', `security-group/${id}`),
      attributes: { GroupId: id, Id: id },
    };
  },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': (request) => {
    const name = `app/${generatedId(request, 32)}/${generatedId(request, 16)}`;
    const arn = regionalArn(request, 'elasticloadbalancing', `loadbalancer/${name}`);
    const { region } = request.environment;
    const DNSName = `internal-${generatedId(request, 20)}.${region}.elb.amazonaws.com`;
    return {
      physicalId: arn,
      arn,
      attributes: { LoadBalancerArn: arn, LoadBalancerFullName: name, DNSName },
    };
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': (request) => {
    const name = `targetgroup/${generatedId(request, 32)}/${generatedId(request, 16)}`;
    const arn = regionalArn(request, 'elasticloadbalancing', name);
    return { physicalId: arn, arn, attributes: { TargetGroupArn: arn, TargetGroupFullName: name } };
  },
  'AWS::ECS::TaskDefinition': (request) => {
    const arn = regionalArn(request, 'ecs', `task-definition/${nameOf(request, 'Family')}:1`);
    return { physicalId: arn, arn, attributes: { TaskDefinitionArn: arn } };
  },
  'AWS::CloudWatch::Alarm': named('AlarmName', 'cloudwatch', 'alarm:'),
};

function otherType(request: NameRequest): ResourceNames {
  const [, service = 'unknown', kind = 'resource'] = request.type.split('::');
  const id = nameOf(request, `${kind}Name`);
  const arn = regionalArn(request, service.toLowerCase(), `${kind.toLowerCase()}/${id}`);
  return { physicalId: id, arn, attributes: {} };
}

function nameOf(request: NameRequest, property: string): string {
  const given = request.property(property);
  if (typeof given === 'string' && given !== '') return given;
  // 64 characters is the shortest name limit of the types here (Lambda functions and roles).
  return `${`${request.stack}-${request.logicalId}`.slice(0, 51)}-${generatedId(request, 12)}`;
}

function regionalArn({ environment }: NameRequest, service: string, resource: string): string {
  const { partition, region, accountId } = environment;
  return `arn:${partition}:${service}:${region}:${accountId}:${resource}`;
}

function globalArn({ environment }: NameRequest, service: string, resource: string): string {
  return `arn:${environment.partition}:${service}::${environment.accountId}:${resource}`;
}

/** Rule for CloudFront types whose `Ref` is an id that AWS generates. */
function globalWithId(kind: string): NameRule {
  return (request) => {
    const id = uuidOf(request);
    return { physicalId: id, arn: globalArn(request, 'cloudfront', `${kind}/${id}`), attributes: { Id: id } };
  };
}

function iamArn({ environment }: NameRequest, resource: string): string {
  return `arn:${environment.partition}:iam::${environment.accountId}:${resource}`;
}

/** Lower-case letters and digits; the same for the same stack and logical id. */
function generatedId({ stack, logicalId }: NameRequest, length: number): string {
  const digest = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).padStart(length, '0').slice(-length);
}

function uuidOf({ stack, logicalId }: NameRequest): string {
  const hex = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
