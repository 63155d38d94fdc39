/** The command line of the administrator's tool: nouns, verbs, and their help. */
import { Command, Option } from 'commander';
import { directoryVerbs } from './directory-verbs.ts';
import { type Flag, flags, Values } from './flags.ts';
import { identityVerbs } from './identity-verbs.ts';
import { operationVerbs } from './operation-verbs.ts';
import type { Verb } from './verb.ts';

export const verbs: readonly Verb[] = [...directoryVerbs, ...identityVerbs, ...operationVerbs];
const outputs = ['json', 'table'] as const;

const nouns: Readonly<Record<string, string>> = {
  tenant: 'tenants',
  usage: 'usage of tenants',
  organization: 'organizations of tenants',
  user: 'users who log in',
  role: 'roles of users and keys',
  key: 'API keys',
  webhook: 'webhooks of organizations',
  sync: 'sync runs',
  scheduler: 'schedules of jobs',
  canary: 'the canary of a stage',
};

const firstSteps = `
From a tenant to its first key:
  npm run admin -- tenant create --name acme --local
  npm run admin -- user create --tenantId <id> --email ada@example.com --features '*' --local
  npm run admin -- key create --tenantId <id> --name first --features '*' --local

Each verb has its own help: npm run admin -- tenant create --help`;

/** Runs a verb with its options and words. */
export type RunVerb = (verb: Verb, values: Values, words: readonly string[]) => Promise<void>;

function addFlag(command: Command, name: Flag, isRequired: boolean): void {
  const [form, description] = flags[name];
  command.option(form, isRequired ? `${description} (required)` : description);
}

function addVerb(command: Command, verb: Verb, run: RunVerb): void {
  command.summary(verb.summary).description(`${verb.summary}.`);
  if (verb.words !== undefined) command.arguments(verb.words);
  for (const name of verb.required ?? []) addFlag(command, name, true);
  for (const name of verb.optional ?? []) addFlag(command, name, false);
  command
    .option('--stage <stage>', 'deployed stage, with the AWS credentials of your shell', 'dev')
    .option('--local', 'the local runtime of npm start; DATA_DIR names its folder')
    .addOption(new Option('--output <form>', 'format of the result').choices(outputs).default('json'))
    .action(async () => {
      const values = new Values(command.opts());
      for (const name of verb.required ?? []) values.required(name);
      await run(verb, values, command.args);
    });
}

/** The whole tool. Throws a CommanderError instead of ending the process. */
export function createProgram(run: RunVerb): Command {
  const root = new Command('npm run admin --').usage('<what> <verb> [options]').exitOverride();
  root.description('Manages tenants, organizations, users, roles, keys and data, locally or in AWS.');
  root.addHelpText('after', firstSteps);
  const groups = new Map<string, Command>();
  for (const verb of verbs) {
    const [noun = '', name] = verb.command.split(' ');
    const group = groups.get(noun) ?? root.command(noun).description(nouns[noun] ?? '');
    groups.set(noun, group);
    addVerb(name === undefined ? group : group.command(name), verb, run);
  }
  // `restore` is a verb and also has one (`restore check`): options belong to the word before them.
  for (const command of [root, ...groups.values()]) command.helpCommand(false).enablePositionalOptions();
  return root;
}
