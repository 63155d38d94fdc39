import type { DeployRequest } from './deploy.ts';

export interface DeployArguments extends DeployRequest {
  profile: string | undefined;
  /** What the names of the policies' files begin with; undefined deploys. */
  policy: string | undefined;
}

const defaultStage = 'dev';
const defaultPolicyFile = 'deployment-policy';

/** Takes out what a deployment must know itself; `--name value` and `--name=value` are both fine. */
export function readArguments(args: readonly string[]): DeployArguments {
  const known: Record<string, string[]> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [, name, inlineValue] =
      /^--(stage|profile|allow|context|policy)(?:=(.*))?$/.exec(argument) ??
      (argument === '-c' ? [argument, 'context'] : []);
    if (name === undefined) {
      rest.push(argument);
      continue;
    }
    const next = args[index + 1];
    // `--policy` may stand alone.
    const takesNext = inlineValue === undefined && !(name === 'policy' && (next ?? '--').startsWith('-'));
    if (takesNext) index += 1;
    const value = inlineValue ?? (takesNext ? next : undefined) ?? '';
    known[name] = [...(known[name] ?? []), value];
  }
  const last = (name: string) => known[name]?.at(-1);
  const { context = [], allow: allowed = [] } = known;
  // As the CDK CLI understands it, the stage is context, too.
  const named = context
    .filter((one) => one.startsWith('stage='))
    .at(-1)
    ?.slice('stage='.length);
  return {
    stage: last('stage') || named || defaultStage,
    profile: last('profile'),
    policy: known.policy && (last('policy') || defaultPolicyFile),
    context: context.filter((one) => !one.startsWith('stage=')),
    allowed,
    rest,
  };
}
