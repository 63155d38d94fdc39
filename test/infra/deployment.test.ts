/** Options of a stage: domain, web ACL, rollouts, fixed addresses. */

import { describe, expect, it } from 'vitest';
import { countedRules } from '../../lib/aws/constructs/web-acl.ts';
import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { workers } from '../../shared/catalog/workers.ts';
import { kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import { settings } from '../../shared/kernel/settings/settings.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const prod = synthesize({ stage: 'prod' });
const everything = synthesize({ stage: 'prod', options: everythingOn });
const dev = synthesize({ stage: 'dev' });
const certificate = 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-abcd';
const acl = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/platform-modules-prod/1234';
/** How another stack reads an output of the stack in us-east-1. */
const fromEdge = (OutputName: string) => ({
  'Fn::GetStackOutput': { StackName: 'PlatformModules-prod-edge', OutputName, Region: 'us-east-1' },
});
/** Without the modules, which these tests do not need: a tenth of the time. */
const small = (stage: string, options: StageOptions) =>
  synthesize({ stage, options, endpoints: [], workers: [] });
const health = endpoints.filter(({ module }) => module === 'health');
const some = (settings = {}) => synthesize({ stage: 'prod', endpoints: health, workers: [], settings });

function hostOf(app: Synthesized): Record<string, unknown> {
  return Object(app.only('AWS::CloudFront::Distribution').properties.DistributionConfig);
}

describe('a domain', () => {
  const hostedZoneId = everythingOn.domain?.hostedZoneId;

  it('gets a certificate, validated by its zone, in the region that CloudFront requires', () => {
    const edge = everything.stack('edge');
    const [made] = edge.resources.filter(({ type }) => type === 'AWS::CertificateManager::Certificate');
    expect(made?.properties).toMatchObject({
      DomainName: 'api.example.com',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'api.example.com', HostedZoneId: hostedZoneId }],
    });
    expect(edge.region).toBe('us-east-1');
    expect(edge.outputNames).toEqual(expect.arrayContaining(['WebAclArn', 'CertificateArn']));
    expect(everything.stack('front').dependencies).toContain('PlatformModules-prod-edge');
  });

  it('is the name of the host, with TLS 1.2 at least, and has address records', () => {
    expect(hostOf(everything)).toMatchObject({
      Aliases: ['api.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: fromEdge('CertificateArn'),
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    // Records of the mail sender are under its own domain.
    const records = everything
      .ofType('AWS::Route53::RecordSet')
      .filter(({ properties }) => ['A', 'AAAA'].includes(String(properties.Type)));
    expect(records.map(({ properties }) => properties.Type).sort()).toEqual(['A', 'AAAA']);
    for (const { properties } of records) {
      expect(properties).toMatchObject({ HostedZoneId: hostedZoneId, Name: 'api.example.com' });
      expect(text((properties.AliasTarget as { DNSName: unknown }).DNSName)).toMatch(/DomainName>$/);
    }
    expect(everything.stack('front').outputs.map(({ value }) => value)).toContain('https://api.example.com');
  });

  it('may use a certificate of the team, which manages the records', () => {
    const own = small('dev', { domain: { name: 'api.example.com', certificateArn: certificate } });
    expect(hostOf(own)).toMatchObject({ Aliases: ['api.example.com'] });
    expect(own.ofType('AWS::Route53::RecordSet')).toEqual([]);
    expect(own.ofType('AWS::CertificateManager::Certificate')).toEqual([]);
  });

  it('is not there by default', () => {
    for (const part of ['Aliases', 'ViewerCertificate']) expect(hostOf(dev)).not.toHaveProperty(part);
  });
});

describe('the web ACL', () => {
  const made = prod.only('AWS::WAFv2::WebACL');
  const rules = made.properties.Rules as { Statement: Record<string, Record<string, unknown>> }[];
  const managed = (name: string) =>
    rules
      .map(({ Statement }) => Statement.ManagedRuleGroupStatement)
      .find((group) => group?.Name === `AWSManagedRules${name}`);

  it('is created in us-east-1 for production, and for other stages on request', () => {
    expect(prod.stack('edge').region).toBe('us-east-1');
    expect(made.properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(dev.ofType('AWS::WAFv2::WebACL')).toEqual([]);
    expect(small('dev', { webAcl: true }).ofType('AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(small('prod', { webAcl: false }).ofType('AWS::WAFv2::WebACL')).toEqual([]);
  });

  it('only counts matches of the common body rules, such as the size limit', () => {
    const overrides = managed('CommonRuleSet')?.RuleActionOverrides;
    expect(overrides).toEqual(countedRules.map((Name) => ({ Name, ActionToUse: { Count: {} } })));
    expect(countedRules).toContain('SizeRestrictions_BODY');
  });

  it('only counts matches of the common query rules, because people search for any text', () => {
    const rules = [
      'GenericLFI',
      'GenericRFI',
      'CrossSiteScripting',
      'RestrictedExtensions',
      'EC2MetaDataSSRF',
    ];
    expect(countedRules).toEqual(expect.arrayContaining(rules.map((rule) => `${rule}_QUERYARGUMENTS`)));
  });

  it('refuses known bad inputs and addresses with a bad reputation', () => {
    expect(managed('KnownBadInputsRuleSet')).toMatchObject({ VendorName: 'AWS' });
    expect(managed('AmazonIpReputationList')).toMatchObject({ VendorName: 'AWS' });
  });

  it('returns 429 in the common error format to an address that sends too many requests', () => {
    const [limit] = rules;
    expect(limit).toMatchObject({
      Statement: { RateBasedStatement: { Limit: 60_000, EvaluationWindowSec: 300, AggregateKeyType: 'IP' } },
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
    });
    const [{ Content }] = Object.values(Object(made.properties.CustomResponseBodies)) as [
      { Content: string },
    ];
    expect(JSON.parse(Content)).toEqual({ error: expect.any(String), code: 'rate_limited' });
  });

  it('logs what it refused or counted, and no credentials', () => {
    const logging = prod.only('AWS::WAFv2::LoggingConfiguration');
    const redacted = ['authorization', 'cookie', 'x-api-key'].map((Name) => ({ SingleHeader: { Name } }));
    expect(logging.properties.RedactedFields).toEqual(expect.arrayContaining(redacted));
  });

  it('is attached to the host by the first deployment, unless the team provides another one', () => {
    expect(hostOf(everything)).toMatchObject({ WebACLId: fromEdge('WebAclArn') });
    expect(hostOf(prod)).toMatchObject({ WebACLId: fromEdge('WebAclArn') });
    const own = small('prod', { webAclArn: acl });
    expect(hostOf(own)).toMatchObject({ WebACLId: acl });
    expect(own.ofType('AWS::WAFv2::WebACL')).toEqual([]);
  });
});

describe('new versions', () => {
  const functions = prod
    .ofType('AWS::Lambda::Function')
    // Only CloudFormation calls these functions, always in their newest version.
    .filter(
      ({ stack, logicalId }) => !stack.endsWith('-protection') && !logicalId.startsWith('ConsoleUpload'),
    );

  it('get another tenth of the requests each minute, and none after an alarm of their module', () => {
    const groups = prod.ofType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(functions.length);
    const alarms = prod
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ stack, logicalId }) => [stack, `<${logicalId}>`]);
    for (const { stack, properties } of groups) {
      const Events = expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']);
      expect(properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
        AutoRollbackConfiguration: { Enabled: true, Events },
        AlarmConfiguration: { Enabled: true },
      });
      const { Alarms } = properties.AlarmConfiguration as { Alarms: { Name: unknown }[] };
      expect(alarms).toContainEqual([stack, text(Alarms[0]?.Name)]);
    }
  });

  it('are deployed in spite of an active alarm if the deployment requests it', () => {
    const fix = synthesize({ stage: 'prod', endpoints: health, workers: [], ignoreAlarms: true });
    const groups = fix.ofType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups.length).toBeGreaterThan(0);
    for (const { properties } of groups)
      expect(properties.AlarmConfiguration).toMatchObject({ Enabled: false });
    const aliases = (of: Synthesized) => of.ofType('AWS::Lambda::Alias').map(({ logicalId }) => logicalId);
    expect(aliases(fix)).toEqual(aliases(some()));
  });

  it('are the targets of every route, queue, stream, schedule and URL', () => {
    const aliases = prod.ofType('AWS::Lambda::Alias');
    expect(aliases).toHaveLength(functions.length);
    expect(aliases.every(({ updatePolicy }) => updatePolicy?.CodeDeployLambdaAliasUpdate)).toBe(true);
    const callsAlias = (resource: { stack: string }, reference: unknown) =>
      aliases.some((alias) => alias.stack === resource.stack && text(reference) === `<${alias.logicalId}>`);
    const targets: Record<string, (properties: TemplateResource['properties']) => unknown> = {
      'ApiGatewayV2::Integration': ({ IntegrationUri }) => IntegrationUri,
      'Lambda::EventSourceMapping': ({ FunctionName }) => FunctionName,
      'Scheduler::Schedule': ({ Target }) => Object(Target).Arn,
      'Lambda::Permission': ({ FunctionName }) => FunctionName,
    };
    for (const [type, targetOf] of Object.entries(targets))
      for (const one of prod.ofType(`AWS::${type}`)) {
        const target = targetOf(one.properties);
        expect(callsAlias(one, target) || /:live$/.test(text(target)), one.logicalId).toBe(true);
      }
    for (const { properties } of prod.ofType('AWS::Lambda::Url')) expect(properties.Qualifier).toBe('live');
  });

  it('are published only if code or settings change', () => {
    const versions = (app: Synthesized) =>
      app.ofType('AWS::Lambda::Version').map(({ stack, logicalId }) => `${stack} ${logicalId}`);
    const again = versions(some());
    expect(again).toEqual(versions(some()));
    expect(versions(prod)).toEqual(expect.arrayContaining(again.filter((one) => one.includes('-health'))));
    const changed = versions(some({ RATE_LIMIT_PER_MINUTE: '5' }));
    expect(changed.filter((version) => again.includes(version))).toEqual([]);
  });

  it('are deployed at once in temporary stages, without versions and aliases', () => {
    for (const type of ['Lambda::Alias', 'Lambda::Version', 'CodeDeploy::DeploymentGroup'])
      expect(dev.ofType(`AWS::${type}`)).toEqual([]);
  });
});

describe('fixed addresses', () => {
  const senders = workers.filter(({ sendsForTenants }) => sendsForTenants);

  it('are used only by the functions that send requests for tenants', () => {
    const inNetwork = everything
      .ofType('AWS::Lambda::Function')
      .flatMap(({ properties }) => (properties.VpcConfig === undefined ? [] : [properties.FunctionName]));
    const expected = senders.map(({ module, name }) => `pm-prod-${module}-${kebabCase(name)}`);
    expect(inNetwork.toSorted()).toEqual(expected.toSorted());
    expect(senders.map(({ name }) => name)).toContain('deliver');
  });

  it('are one per zone, retained in production, and are outputs of the stack', () => {
    const addresses = everything.ofType('AWS::EC2::EIP');
    const kept = { deletionPolicy: 'RetainExceptOnCreate' };
    expect(addresses).toMatchObject([kept, kept]);
    expect(everything.ofType('AWS::EC2::NatGateway')).toHaveLength(2);
    expect(everything.stack('egress').outputs.map(({ value }) => text(value))).toEqual(
      expect.arrayContaining(addresses.map(({ logicalId }) => `<${logicalId}.PublicIp>`)),
    );
  });

  it('are extended for a second zone without a change of existing subnets and exports', () => {
    const one = small('prod', { ...everythingOn, egressZones: 1 }).stack('egress');
    const two = small('prod', everythingOn).stack('egress');
    const blocks = (of: typeof one) =>
      of.resources.flatMap(({ logicalId, properties }) =>
        properties.CidrBlock === undefined ? [] : [`${logicalId} ${properties.CidrBlock}`],
      );
    expect(blocks(two)).toEqual(expect.arrayContaining(blocks(one)));
    const exports = (of: typeof one) => of.outputs.filter(({ exportName }) => exportName !== undefined);
    expect(exports(two)).toEqual(exports(one));
    expect(one.resources.filter(({ type }) => type === 'AWS::EC2::NatGateway')).toHaveLength(1);
  });

  it('accept no incoming connections', () => {
    const { resources } = everything.stack('egress');
    const groups = resources.filter(({ type }) => type === 'AWS::EC2::SecurityGroup');
    expect(groups.map(({ properties }) => 'SecurityGroupIngress' in properties)).toEqual([false]);
  });

  it('do not exist by default', () => {
    expect(prod.ofType('AWS::EC2::NatGateway')).toEqual([]);
  });
});

describe('a budget', () => {
  it('sends an e-mail before the stage costs more', () => {
    expect(everything.only('AWS::Budgets::Budget').properties).toMatchObject({
      Budget: {
        BudgetLimit: { Amount: everythingOn.monthlyBudgetUsd, Unit: 'USD' },
        CostFilters: { TagKeyValue: ['user:Stage$prod'] },
      },
      NotificationsWithSubscribers: [
        { Subscribers: [{ Address: everythingOn.alarmEmail, SubscriptionType: 'EMAIL' }] },
        { Notification: { NotificationType: 'FORECASTED' } },
      ],
    });
    expect(prod.ofType('AWS::Budgets::Budget')).toEqual([]);
  });
});

describe('streaming functions', () => {
  const functions = prod.ofType('AWS::Lambda::Function');

  it('leave instances of each function to others while one tenant downloads, without those of the account', () => {
    const reserved = functions.flatMap(({ properties }) => properties.ReservedConcurrentExecutions ?? []);
    // And the export of lists.
    const streaming = endpoints.filter(({ transport }) => transport === 'stream').length + 1;
    expect(reserved).toHaveLength(streaming);
    const limit = Number(settings.DOWNLOADS_PER_TENANT);
    expect(Math.min(...reserved.map(Number))).toBeGreaterThan(limit);
    expect(Number(settings.DOWNLOADS_PER_ADDRESS)).toBeLessThanOrEqual(limit / 2);
  });

  it('leave responses without a byte, whose stream never ends, to a function of the same code', () => {
    const propertiesOf = (name: unknown) =>
      functions.find(({ properties }) => properties.FunctionName === name)?.properties;
    for (const { properties } of prod.ofType('AWS::Lambda::Url')) {
      const name = text(properties.TargetFunctionArn).split(':').at(-1) ?? '';
      const isWhole = name.endsWith('-whole');
      expect(properties.InvokeMode).toBe(isWhole ? 'BUFFERED' : 'RESPONSE_STREAM');
      const sibling = propertiesOf(isWhole ? name.replace(/-whole$/, '') : `${name}-whole`);
      expect(sibling?.Code).toEqual(propertiesOf(name)?.Code);
      expect('WHOLE_RESPONSES' in Object(propertiesOf(name)?.Environment).Variables).toBe(isWhole);
    }
  });
});

describe('a separate bootstrap', () => {
  it('receives the code of the functions', () => {
    const options = { bootstrapQualifier: 'mine' };
    const app = synthesize({ stage: 'dev', options, endpoints: health, workers: [] });
    const lambdas = app.ofType('AWS::Lambda::Function');
    const buckets = lambdas.map(({ properties }) => text(properties.Code).match(/cdk-\w+-assets/)?.[0]);
    expect(new Set(buckets)).toEqual(new Set(['cdk-mine-assets']));
  });
});
