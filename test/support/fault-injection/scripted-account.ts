/** An AWS account of mocked clients with CloudFormation stacks, and a scripted CDK CLI that deploys to it. */
import { ACMClient } from '@aws-sdk/client-acm';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type Stack,
  type StackEvent,
  type StackStatus,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSummaryCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { connectClients } from '../../../lib/deploy/clients.ts';
import type { DeployTools } from '../../../lib/deploy/deploy.ts';
import { isRetained, type StackToDeploy, type Template } from '../../../lib/deploy/templates.ts';

export const account = '111122223333';
export const region = 'eu-west-1';

interface AccountStack {
  name: string;
  status: StackStatus;
  template: Template;
  /** Its tag, where the name has more than one part. */
  stage?: string;
  isProtected?: boolean;
  outputs?: Readonly<Record<string, string>>;
  events?: readonly Partial<StackEvent>[];
  /** A resource whose deletion fails, so that only a forced deletion ends. */
  isStuck?: boolean;
}

/** One run of the scripted CLI: the stacks that fail, with the reason, and the printed lines. */
export interface CliRun {
  fails?: Readonly<Record<string, string>>;
}

function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

/** A stack, by default of the stage `dev`, in the form of a deployment's templates. */
export function stackOf(part: string, resources: Template['Resources'] = {}, stage = 'dev'): StackToDeploy {
  const bootstrap = { parameter: '/cdk-bootstrap/hnb659fds/version', minVersion: 6 };
  const name = `PlatformModules-${stage}-${part}`;
  return { name, region: undefined, template: { Resources: resources }, bootstrap };
}

export class ScriptedAccount {
  readonly stacks = new Map<string, AccountStack>();
  /** CLI commands, calls that change the account, and questions, in order. */
  readonly log: string[] = [];
  readonly said: string[] = [];
  readonly objects = new Map<string, string[]>();
  answers: string[] = [];
  runs: CliRun[] = [];
  readonly cloudFormation = mockClient(CloudFormationClient);
  readonly ssm = mockClient(SSMClient);
  readonly iam = mockClient(IAMClient);
  readonly lambda = mockClient(LambdaClient);
  readonly s3 = mockClient(S3Client);
  readonly acm = mockClient(ACMClient);
  readonly route53 = mockClient(Route53Client);

  constructor() {
    this.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '28' } });
    this.iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 20, RolesQuota: 1_000 } });
    this.iam.on(GetRoleCommand).resolves({});
    const AccountLimit = { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 1_000 };
    this.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
    this.#respondForStacks();
    this.#respondForBuckets();
  }

  restore(): void {
    for (const client of [this.cloudFormation, this.ssm, this.iam, this.lambda, this.s3]) client.restore();
    for (const client of [this.acm, this.route53]) client.restore();
  }

  add(
    stack: StackToDeploy,
    { status = 'CREATE_COMPLETE', ...rest }: Partial<Omit<AccountStack, 'name' | 'template'>> = {},
  ): this {
    this.stacks.set(stack.name, { name: stack.name, template: stack.template, status, ...rest });
    return this;
  }

  tools(stacks: readonly StackToDeploy[]): DeployTools {
    return {
      clients: connectClients({ credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' } }),
      account,
      homeRegion: region,
      isRegionNamed: false,
      regions: [region],
      stages: ['dev', 'prod', 'example'],
      regionProblems: [],
      cdk: async (args, onLine) => this.#runCli(args, stacks, onLine ?? (() => undefined)),
      stacksIn: () => stacks,
      ask: async (question) => {
        this.log.push(`ask ${question.trim()}`);
        return this.answers.shift() ?? '';
      },
      say: (line) => this.said.push(line),
      now: () => 0,
      sleep: async () => undefined,
      scratch: (name) => `/scratch/${name}`,
      write: (file) => this.log.push(`write ${file}`),
    };
  }

  /** Deploys every stack whose template differs, except those that the script fails. */
  #runCli(args: readonly string[], stacks: readonly StackToDeploy[], onLine: (line: string) => void): number {
    this.log.push(`cdk ${args.join(' ')}`);
    if (args[0] !== 'deploy') return 0;
    const { fails = {} } = this.runs.shift() ?? {};
    const selected = args.includes('--exclusively')
      ? stacks.filter(({ name }) => args.includes(name))
      : stacks;
    for (const stack of selected) {
      const reason = fails[stack.name];
      const present = this.stacks.get(stack.name);
      const before = present?.status === 'DELETE_COMPLETE' ? undefined : present;
      onLine(`${stack.name}: deploying... [1/${stacks.length}]`);
      if (reason !== undefined) {
        const failed = { ResourceStatus: 'CREATE_FAILED', ResourceStatusReason: reason } as const;
        const events: Partial<StackEvent>[] = [
          { LogicalResourceId: 'Thing', ResourceType: 'AWS::X::Y', ...failed },
          { LogicalResourceId: stack.name, ResourceStatus: 'CREATE_IN_PROGRESS' },
        ];
        const status = before === undefined ? 'ROLLBACK_COMPLETE' : 'UPDATE_ROLLBACK_COMPLETE';
        // As with the real CLI, protection is on before the creation begins.
        const { template } = before ?? stack;
        this.add({ ...stack, template }, { status, events, isProtected: true });
        onLine(`❌  ${stack.name} failed to deploy`);
        return 1;
      }
      this.add(stack, {
        status: before === undefined ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE',
        outputs: stack.name.endsWith('-front') ? { BaseUrl: 'https://d1.cloudfront.net' } : {},
      });
      onLine(`✅  ${stack.name}`);
    }
    return 0;
  }

  #named(nameOrId: string | undefined): AccountStack {
    const stack = this.stacks.get((nameOrId ?? '').replace(/^arn:.*:stack\//, ''));
    if (stack === undefined) throw awsError('ValidationError', `Stack with id ${nameOrId} does not exist`);
    return stack;
  }

  #described({ name, stage: tag, status, isProtected = false, outputs = {} }: AccountStack): Stack {
    const [, stage = ''] = tag === undefined ? (/^PlatformModules-(.+)-[^-]+$/.exec(name) ?? []) : ['', tag];
    return {
      StackName: name,
      StackId: `arn:aws:cloudformation:${region}:${account}:stack/${name}`,
      CreationTime: new Date(0),
      StackStatus: status,
      EnableTerminationProtection: isProtected,
      Tags: status === 'REVIEW_IN_PROGRESS' ? [] : [{ Key: 'Stage', Value: stage }],
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    };
  }

  #respondForStacks(): void {
    const { cloudFormation, stacks } = this;
    cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
      const found = StackName === undefined ? [...stacks.values()] : [this.#named(StackName)];
      return { Stacks: found.map((stack) => this.#described(stack)) };
    });
    cloudFormation.on(GetTemplateCommand).callsFake(({ StackName }) => ({
      TemplateBody: JSON.stringify(this.#named(StackName).template),
    }));
    cloudFormation.on(DescribeStackEventsCommand).callsFake(({ StackName }) => ({
      StackEvents: this.#named(StackName).events ?? [],
    }));
    cloudFormation.on(ListStackResourcesCommand).callsFake(({ StackName }) => ({
      StackResourceSummaries: Object.keys(this.#named(StackName).template.Resources).map((id) => ({
        LogicalResourceId: id,
        PhysicalResourceId: `physical-${id}`,
      })),
    }));
    cloudFormation
      .on(UpdateTerminationProtectionCommand)
      .callsFake(({ StackName, EnableTerminationProtection }) => {
        this.log.push(`unprotect ${StackName}`);
        this.#named(StackName).isProtected = EnableTerminationProtection;
        return {};
      });
    cloudFormation.on(DeleteStackCommand).callsFake(({ StackName, DeletionMode }) => {
      const stack = this.#named(StackName);
      if (stack.isProtected)
        throw awsError('ValidationError', 'cannot be deleted while TerminationProtection is enabled');
      const isForced = DeletionMode === 'FORCE_DELETE_STACK';
      this.log.push(`${isForced ? 'force ' : ''}delete ${stack.name}`);
      const full = Object.entries(stack.template.Resources).some(
        ([id, resource]) =>
          resource.Type === 'AWS::S3::Bucket' &&
          !isRetained(resource) &&
          this.objects.get(`physical-${id}`)?.length,
      );
      const fails = full || (stack.isStuck && !isForced);
      stack.status = fails ? 'DELETE_FAILED' : 'DELETE_COMPLETE';
      return {};
    });
  }

  #respondForBuckets(): void {
    this.s3.on(ListObjectVersionsCommand).callsFake(({ Bucket }) => ({
      Versions: (this.objects.get(Bucket) ?? []).map((Key) => ({ Key, VersionId: 'null' })),
    }));
    this.s3.on(DeleteBucketCommand).callsFake(({ Bucket }) => {
      if (!this.objects.delete(Bucket)) throw awsError('NoSuchBucket', 'The bucket does not exist');
      this.log.push(`delete bucket ${Bucket}`);
      return {};
    });
    this.s3.on(DeleteObjectsCommand).callsFake(({ Bucket }) => {
      this.log.push(`empty ${Bucket}`);
      this.objects.set(Bucket, []);
      return {};
    });
  }
}
