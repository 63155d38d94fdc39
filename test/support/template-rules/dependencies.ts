/**
 * Resources that contain the name of another created resource without a dependency: CloudFormation creates both at the
 * same time, and the name may not exist yet.
 */
import type { Synthesized, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { directDependencies, earlierStacks, intrinsicOf, isRecord, reachedFrom } from './references.ts';

/** Places where names are only stored, and not resolved when the resource is created: types, and paths in them. */
const notLookedUp: readonly (readonly [type: RegExp, path: RegExp])[] = [
  // IAM checks no resource of a policy, and only principals of key policies are checked.
  [/^AWS::IAM::Role$/, /^/],
  [/Policy$/, /^PolicyDocument\./],
  [/^AWS::KMS::Key$/, /^KeyPolicy\./],
  // Functions and tasks use them when they run.
  [/^AWS::Lambda::Function$/, /^Environment\./],
  [/^AWS::ECS::TaskDefinition$/, /Environment/],
  // Metrics come later, and neither CloudWatch nor Lambda checks that actions and callers exist.
  [/^AWS::CloudWatch::/, /^(Metrics|DashboardBody|AlarmDescription)/],
  [/^AWS::CloudWatch::Alarm$/, /Actions/],
  [/^AWS::Lambda::Permission$/, /^SourceArn/],
  // These are texts, values of tags, or own names.
  [/^AWS::ApiGatewayV2::Route$/, /^RouteKey$/],
  [/^AWS::CertificateManager::/, /DomainName$/],
  [/^AWS::CloudFront::/, /Comment|FunctionCode|Aliases|Config\.Name$/],
  [/^AWS::ECS::TaskDefinition$/, /^Family$/],
  [/^AWS::Budgets::/, /TagKeyValue|BudgetName/],
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
        ([path]) => !notLookedUp.some(([type, at]) => type.test(resource.type) && at.test(path)),
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
