/** Reads the settings of `npm start` from its environment and validates them before anything starts. */

import { editDistance, nearestName } from '../../shared/kernel/base/nearest-name.ts';
import { settingNames } from '../../shared/kernel/settings/settings.ts';
import { settingProblems } from '../aws/stage/setting-values.ts';
import { logLevels } from '../aws/stage/stage-options.ts';
import { StartError } from '../local/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 4400;
/** The control server, the Stripe emulator, the AWS endpoint and the identity provider use the following ports. */
const maxPort = 65_531;

const typos = 2;

const given = (env: Environment, name: string): string | undefined => env[name] || undefined;

function portProblem(text: string | undefined): string | undefined {
  const port = Number(text ?? defaultPort);
  if (Number.isInteger(port) && port >= 0 && port <= maxPort) return undefined;
  return `PORT must be a whole number from 0 to ${maxPort}, got "${text}".`;
}

function choiceProblem(
  name: string,
  text: string | undefined,
  allowed: readonly string[],
): string | undefined {
  if (text === undefined || allowed.includes(text)) return undefined;
  return `${name} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, got "${text}".`;
}

/** Of a database instead of the embedded one. */
const endpointVariables = ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL'] as const;

function urlProblem(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return undefined;
  return `${name} must be an http or https URL, got "${text}".`;
}

/** Returns a line for each variable that looks like a misspelled setting, such as `RATE_LIMTS`. */
function misspelt(env: Environment): string[] {
  const known: readonly string[] = settingNames;
  return Object.keys(env).flatMap((name) => {
    const nearest = known.includes(name) ? undefined : nearestName(name, known);
    if (nearest === undefined || editDistance(name, nearest) > typos) return [];
    return [`${name} is not a setting; did you mean ${nearest}?`];
  });
}

/** Returns port and data folder. Throws a StartError with a line for each invalid value. */
export function readStartOptions(env: Environment): { port: number; dataDir: string } {
  const problems = [
    portProblem(given(env, 'PORT')),
    choiceProblem('INGEST', given(env, 'INGEST'), ['on', 'off']),
    choiceProblem('LOG_LEVEL', given(env, 'LOG_LEVEL'), logLevels),
    ...endpointVariables.map((name) => urlProblem(name, given(env, name))),
    ...settingProblems(env),
    ...misspelt(env),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return { port: Number(given(env, 'PORT') ?? defaultPort), dataDir: given(env, 'DATA_DIR') ?? '.local' };
}
