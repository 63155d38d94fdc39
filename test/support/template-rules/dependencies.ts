/**
 * Resources that contain the name of another created resource without a dependency: CloudFormation creates both at the
 * same time, and the name may not exist yet.
 */
import type { Synthesized, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { directDependencies, earlierStacks, intrinsicOf, isRecord, reachedFrom } from './references.ts';

/** Places where names are only stored, and not resolved when the resource is created. */
const notLookedUp: readonly { type: RegExp; path: RegExp; because: string }[] = [
  { type: /^AWS::IAM::Role$/, path: /^/, because: 'IAM checks no resource of a policy.' },
  {
    type: /Policy$/,
    path: /^PolicyDocument\./,
    because: 'Conditions and resources of policies are not checked.',
  },
  { type: /^AWS::KMS::Key$/, path: /^KeyPolicy\./, because: 'Only principals of key policies are checked.' },
  {
    type: /^AWS::Lambda::Function$/,
    path: /^Environment\./,
    because: 'The function uses them when it runs.',
  },
  { type: /^AWS::ECS::TaskDefinition$/, path: /Environment/, because: 'The tasks use them when they run.' },
  {
    type: /^AWS::CloudWatch::/,
    path: /^(Metrics|DashboardBody|AlarmDescription)/,
    because: 'Metrics come later.',
  },
  {
    type: /^AWS::CloudWatch::Alarm$/,
    path: /Actions/,
    because: 'CloudWatch does not check that actions exist.',
  },
  {
    type: /^AWS::Lambda::Permission$/,
    path: /^SourceArn/,
    because: 'Lambda does not check that callers exist.',
  },
  { type: /^AWS::ApiGatewayV2::Route$/, path: /^RouteKey$/, because: 'It is not a name.' },
  { type: /^AWS::CertificateManager::/, path: /DomainName$/, because: 'It is the name of the certificate.' },
  {
    type: /^AWS::CloudFront::/,
    path: /Comment|FunctionCode|Aliases|Config\.Name$/,
    because: 'It is text, or its name.',
  },
  { type: /^AWS::ECS::TaskDefinition$/, path: /^Family$/, because: 'It is its own name.' },
  {
    type: /^AWS::Budgets::/,
    path: /TagKeyValue|BudgetName/,
    because: 'It is the value of a tag, or its own name.',
  },
];

/** Where the name of a resource of that type is: `FunctionName` of a function, `Name` of a schedule. */
function ownName({ type, properties }: TemplateResource): string | undefined {
  const kind = type.split('::').at(-1) ?? '';
  const name = properties[`${kind}Name`] ?? properties.Name;
  return typeof name === 'string' ? name : undefined;
}

/** All texts of a value with the path of each, functions as `text` formats them. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (intrinsicOf(value) !== undefined) return [[path, text(value)]];
  const under = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, under(index)));
  return isRecord(value) ? Object.entries(value).flatMap(([key, one]) => textsIn(one, under(key))) : [];
}

/** Whether a text is the name, or an ARN or URL that ends with it. */
function names(written: string, name: string): boolean {
  if (written === name) return true;
  if (!/^(arn|https):/.test(written)) return false;
  return written.endsWith(`:${name}`) || written.endsWith(`/${name}`) || written.includes(`:${name}:`);
}

export function missingDependencies(app: Synthesized): string[] {
  const named = Map.groupBy(
    app.stacks.flatMap(({ resources }) => resources),
    (resource) => ownName(resource) ?? '',
  );
  named.delete('');
  return app.stacks.flatMap((stack) => {
    const earlier = earlierStacks(stack, app.stacks);
    const byId = new Map(stack.resources.map((one) => [one.logicalId, one]));
    const waitsFor = (logicalId: string): readonly string[] => {
      const resource = byId.get(logicalId);
      return resource === undefined ? [] : directDependencies(resource);
    };
    return stack.resources.flatMap((resource) => {
      const texts = textsIn(resource.properties).filter(
        ([path]) => !notLookedUp.some((one) => one.type.test(resource.type) && one.path.test(path)),
      );
      const reached = reachedFrom(resource.logicalId, waitsFor);
      const mine = ownName(resource);
      return [...named].flatMap(([name, others]) => {
        const found = texts.find(([, written]) => names(written, name));
        if (found === undefined || (mine === name && /Name$/.test(found[0]))) return [];
        // Resources may share a name; one of them is meant, preferably of the same stack.
        const own = others.filter((other) => other.stack === stack.name);
        const isSafe = (own.length > 0 ? own : others).some(
          (other) =>
            other === resource ||
            earlier.has(other.stack) ||
            (other.stack === stack.name && reached.has(other.logicalId)),
        );
        if (isSafe) return [];
        const [path] = found;
        return [
          `${stack.name}.${resource.logicalId} (${resource.type}) contains the name ${name} in ${path} without a dependency`,
        ];
      });
    });
  });
}
