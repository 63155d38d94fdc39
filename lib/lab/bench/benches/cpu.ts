/** CPU time of our functions, compared with bare handlers that send the same AWS calls. */
import { originSecretsVariable } from '../../../../shared/kernel/http/origin.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import type { BareName } from '../bundles.ts';
import { runTool } from '../child.ts';
import { originSecret } from '../gateway-event.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';
import { measuredEvents, storedResponses, tableName } from '../stored-responses.ts';
import type { InvokeJob, InvokeReport } from '../tools/invoke.ts';

/** Environment variables as Lambda sets them. The SDK uses its default endpoint, and nothing is sent there. */
export const environment = {
  TABLE_NAME: tableName,
  [originSecretsVariable]: originSecret,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'not-a-secret',
  AWS_SESSION_TOKEN: 'not-a-token',
  HOME: '/nonexistent',
};

type Work = Pick<InvokeJob, 'event' | 'warmUp' | 'requests'> & {
  status: number;
  rounds: number;
  /** Module and name of our function; by default the rule function with the bare handler's name. */
  ours?: readonly [module: string, name: string];
  responses?: InvokeJob['responses'];
  /** Further environment variables. */
  variables?: Readonly<Record<string, string>>;
};

/** Both sides must succeed and make the same calls; otherwise the comparison is meaningless. */
function assertSameWork(reports: readonly InvokeReport[], status: number): string {
  const wrong = reports.find(({ statusCode }) => statusCode !== status);
  if (wrong) throw new Error(`A handler returned ${wrong.statusCode}.`);
  const calls = new Set(reports.map(({ actions }) => actions.join(' + ')));
  const [only, ...others] = calls;
  if (only === undefined || others.length > 0) throw new Error(`Different calls: ${[...calls].join(' / ')}`);
  return only;
}

/** Compares the CPU time of our function with that of a bare handler. */
export async function compareCpu(context: BenchContext, name: BareName, work: Work): Promise<Measurement> {
  const { status, rounds, ours: [module, own] = ['rules', name], variables, ...invocations } = work;
  const bundles = await context.bundles();
  const run = (bundle: string) =>
    runTool<InvokeJob, InvokeReport>(
      bundles.tool('invoke'),
      { bundle, responses: storedResponses, ...invocations },
      { ...environment, ...variables },
    );
  const { ours, bare } = await alternate(rounds, {
    ours: () => run(bundles.ours(module, own)),
    bare: () => run(bundles.bare(name)),
  });
  const calls = assertSameWork([...ours, ...bare], status);
  const sent = `${ours[0]?.sentBytes} B sent by ours, ${bare[0]?.sentBytes} B by the bare handler`;
  const cpu = (reports: readonly InvokeReport[]) => median(reports.map(({ cpuMs }) => cpuMs));
  return {
    ours: cpu(ours),
    other: cpu(bare),
    notes: [`median of ${rounds} processes each; ${calls}; ${sent}`],
  };
}

export const cpuBenches: readonly Bench[] = [
  {
    name: 'cold-start-cpu',
    unit: 'ms CPU',
    against: 'bare handler on the same packages',
    bar: 1.2,
    measure: (context) =>
      compareCpu(context, 'create-rule', {
        event: measuredEvents.createRule,
        status: 201,
        warmUp: 0,
        requests: 1,
        rounds: sized(31, 1),
      }),
  },
  {
    name: 'mcp-cold-start-cpu',
    unit: 'ms CPU',
    against: 'bare handler on the same packages',
    bar: 1.3,
    measure: (context) =>
      compareCpu(context, 'serve-mcp', {
        ours: ['mcp', 'serve-mcp'],
        event: measuredEvents.serveMcp,
        status: 200,
        warmUp: 0,
        requests: 1,
        rounds: sized(31, 1),
      }),
  },
  {
    name: 'endpoint-overhead',
    unit: 'ms CPU per request',
    against: 'bare handler on the same packages',
    bar: 1.3,
    measure: (context) =>
      compareCpu(context, 'get-rule', {
        event: measuredEvents.getRule,
        status: 200,
        warmUp: sized(1_500, 10),
        requests: sized(2_000, 10),
        rounds: sized(15, 1),
      }),
  },
  {
    name: 'toggle-check-overhead',
    unit: 'ms CPU per request',
    against: 'bare handler on the same packages',
    bar: 1.3,
    measure: (context) =>
      compareCpu(context, 'check-toggle', {
        ours: ['toggles', 'check-boolean-toggle'],
        event: measuredEvents.checkToggle,
        status: 200,
        warmUp: sized(1_500, 10),
        // Every hundredth check also writes counters. It must not be the last one, whose calls are compared.
        requests: sized(2_050, 50),
        rounds: sized(15, 1),
      }),
  },
];
