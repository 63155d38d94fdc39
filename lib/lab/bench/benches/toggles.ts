/** Evaluating a toggle: ours compared with Unleash's Node client, which also evaluates in the process. */
import { once } from 'node:events';
import { InMemStorageProvider, Unleash, UnleashEvents } from 'unleash-client';
import { Operator } from 'unleash-client/lib/strategy/strategy.js';
import { toContext } from '../../../../shared/modules/toggles/evaluation/context.ts';
import {
  compileSegments,
  compileTargeting,
  type EvaluatedToggle,
  evaluate,
  SegmentMembership,
} from '../../../../shared/modules/toggles/evaluation/evaluate.ts';
import type { TargetingRule } from '../../../../shared/modules/toggles/evaluation/rule.ts';
import { evaluateFlag, evaluateFlags } from '../../../../shared/modules/toggles/ofrep/ofrep-contract.ts';
import { setTargeting } from '../../../../shared/modules/toggles/targeting-contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { medianRequests } from '../measured-calls.ts';
import { sized } from '../size.ts';
import { alternate, median, timed } from '../statistics.ts';
import { anOverriddenToggle } from '../toggles.ts';

const rounds = sized(5, 1);
const [rules, segments, attributes, callers] = [10, 3, 20, sized(10_000, 100)];
const toggle = 'bench_toggle';

type Attributes = Readonly<Record<string, string>>;

/** The contexts: 20 attributes with 50 values each. */
const callerContexts: readonly { targetingKey: string; values: Attributes }[] = Array.from(
  { length: callers },
  (_, person) => ({
    targetingKey: `user-${person}`,
    values: Object.fromEntries(
      Array.from({ length: attributes }, (_unused, index) => [
        `a${index}`,
        `v${(person * (index + 7)) % 50}`,
      ]),
    ),
  }),
);

/** Allowed values of an attribute. */
const among = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `v${first + index}`);

/** Segment `index` contains between a fifth and three fifths of all callers. */
const segmentList = Array.from({ length: segments }, (_, index) => ({
  attribute: `a${index}`,
  values: among(0, 10 * (index + 1)),
}));
/** Each rule matches a tenth of the others and one segment; the last one is a rollout to half of the rest. */
const ruleList = Array.from({ length: rules }, (_, index) => ({
  attribute: `a${segments + index}`,
  values: among(index, 5),
  segment: index % segments,
  percentage: index === rules - 1 ? 50 : 100,
}));

/** Returns for each caller whether the toggle is on. */
type ToggleEvaluator = () => boolean[];

function ours(): ToggleEvaluator {
  const at = '2026-03-01T09:30:00.000Z';
  const known = compileSegments(
    segmentList.map(({ attribute, values }, index) => ({
      id: `s${index}`,
      name: `s${index}`,
      description: null,
      condition: { field: attribute, operator: 'IN', value: values },
      segments: [],
      createdAt: at,
      updatedAt: at,
      revision: 1,
    })),
  );
  const targeting = compileTargeting({
    killSwitch: { active: false },
    rules: ruleList.map(
      ({ attribute, values, segment, percentage }): TargetingRule => ({
        condition: { field: attribute, operator: 'IN', value: values },
        segments: [`s${segment}`],
        percentage,
        value: true,
      }),
    ),
  });
  const stored: EvaluatedToggle = {
    slot: toggle,
    type: 'boolean',
    defaultValue: false,
    targeting,
    override: undefined,
  };
  const nowMs = Date.parse(at);
  return () =>
    callerContexts.map(({ targetingKey, values }) => {
      const context = toContext({ targetingKey, ...values }, { tenantId: 't', nowMs });
      return evaluate(stored, context, new SegmentMembership(context, known)).value === true;
    });
}

const isIn = (contextName: string, values: string[]) => ({
  ...{ contextName, operator: Operator.IN, values },
  ...{ inverted: false, caseInsensitive: false },
});

async function unleash(): Promise<{ judge: ToggleEvaluator; close: () => void }> {
  const client = new Unleash({
    appName: 'bench',
    url: 'http://127.0.0.1:9/',
    refreshInterval: 0,
    disableMetrics: true,
    disableAutoStart: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: {
      data: [
        {
          name: toggle,
          type: 'release',
          enabled: true,
          stale: false,
          impressionData: false,
          variants: [],
          strategies: ruleList.map(({ attribute, values, segment, percentage }) => ({
            name: 'flexibleRollout',
            parameters: { rollout: String(percentage), stickiness: 'userId', groupId: toggle },
            constraints: [isIn(attribute, values)],
            segments: [segment],
          })),
        },
      ],
      segments: segmentList.map(({ attribute, values }, id) => ({
        id,
        name: `s${id}`,
        constraints: [isIn(attribute, values)],
      })),
    },
  });
  // It has no server: the given toggles are all it has.
  client.on(UnleashEvents.Error, () => undefined);
  const ready = once(client, UnleashEvents.Ready);
  await client.start();
  await ready;
  const judge = () =>
    callerContexts.map(({ targetingKey, values }) =>
      client.isEnabled(toggle, { userId: targetingKey, properties: { ...values } }),
    );
  return { judge, close: () => client.destroy() };
}

async function againstUnleash(): Promise<Measurement> {
  const mine = ours();
  const { judge, close } = await unleash();
  try {
    const expected = mine();
    const theirs = judge();
    const wrong = expected.findIndex((one, person) => one !== theirs[person]);
    if (wrong >= 0)
      throw new Error(`The two sides evaluate ${callerContexts[wrong]?.targetingKey} differently.`);
    const pass = (side: ToggleEvaluator) => async () => callers / ((await timed(side)) / 1_000);
    const speeds = await alternate(rounds, { ours: pass(mine), other: pass(judge) });
    const share = expected.filter(Boolean).length / callers;
    return {
      ours: median(speeds.ours),
      other: median(speeds.other),
      notes: [
        `median of ${rounds} rounds in alternation; ${rules} rules, ${segments} segments, ${attributes} attributes; on for ${(100 * share).toFixed(1)} % of ${callers} ` +
          'callers, the same ones on both sides',
      ],
    };
  } finally {
    close();
  }
}

const bulkToggles = 100;

async function requestsOf(context: BenchContext, all: boolean): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(0);
  let identifier = '';
  for (let made = 0; made < (all ? bulkToggles : 1); made += 1) {
    const created = await anOverriddenToggle(platform, caller);
    identifier = created.identifier;
    const path = setTargeting.path.replace('{id}', created.id);
    const percentage = { rules: [{ percentage: 50, value: true }] };
    await platform.call(caller, 'PUT', path, percentage);
  }
  const path = all ? evaluateFlags.path : evaluateFlag.path.replace('{key}', identifier);
  return medianRequests(() => platform.call(caller, 'POST', path, { context: { targetingKey: 'user-1' } }));
}

export const toggleBenches: readonly Bench[] = [
  {
    name: 'toggle-eval-unleash',
    unit: 'evaluations/s',
    against: 'unleash-client',
    bar: 1,
    atLeast: true,
    measure: againstUnleash,
  },
  {
    name: 'toggle-evaluation-requests',
    unit: 'DynamoDB requests',
    bar: 2,
    measure: (context) => requestsOf(context, false),
  },
  {
    name: 'toggle-bulk-requests',
    unit: `DynamoDB requests for ${bulkToggles} toggles`,
    bar: 3,
    measure: (context) => requestsOf(context, true),
  },
];
