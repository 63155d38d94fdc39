/** Evaluating conditions: our evaluator, json-rules-engine, json-logic and ZEN on the same rules and facts. */
import { evaluateExpressionSync } from '@gorules/zen-engine';
import jsonLogic from 'json-logic-js';
import { Engine } from 'json-rules-engine';
import { type CompiledCondition, compileCondition } from '../../../../shared/kernel/conditions/evaluator.ts';
import type { ConditionInput } from '../../../../shared/kernel/conditions/field.ts';
import type { Bench, Measurement } from '../bench.ts';
import { expectedLines, toLine } from '../mix/expected.ts';
import { facts as allFacts } from '../mix/facts.ts';
import { mix } from '../mix/rules.ts';
import { toEngine, toLogic, toOurs, toZen } from '../mix/spellings.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';

const rounds = sized(5, 1);
const facts = allFacts.slice(0, sized(allFacts.length, 20));
const evaluations = mix.length * facts.length;

/** One evaluator: applies every condition to every fact. */
interface RuleEvaluator {
  /** Milliseconds for compiling the conditions. */
  compileMs: number;
  /** Returns per condition its results in the order of the facts. */
  judge(): Promise<boolean[][]>;
}

const emptyResults = (): boolean[][] => mix.map(() => Array<boolean>(facts.length).fill(false));

function timed<Result>(make: () => Result): [made: Result, elapsedMs: number] {
  const startMs = performance.now();
  const made = make();
  return [made, performance.now() - startMs];
}

function ours(): RuleEvaluator {
  const conditions = mix.map(toOurs);
  const [compiled, compileMs] = timed(() => conditions.map((condition) => compileCondition(condition)));
  const ready: ConditionInput[] = facts.map((data) => ({ data, resolve: () => undefined }));
  return {
    compileMs,
    async judge() {
      const results = emptyResults();
      for (const [number, fact] of ready.entries()) {
        for (let index = 0; index < compiled.length; index++) {
          const row = results[index] as boolean[];
          row[number] = (compiled[index] as CompiledCondition).evaluate(fact);
        }
      }
      return results;
    },
  };
}

function logic(): RuleEvaluator {
  const rules = mix.map(toLogic);
  return {
    compileMs: 0,
    async judge() {
      const results = emptyResults();
      for (const [number, fact] of facts.entries()) {
        for (let index = 0; index < rules.length; index++) {
          const row = results[index] as boolean[];
          row[number] = jsonLogic.truthy(jsonLogic.apply(rules[index] as (typeof rules)[number], fact));
        }
      }
      return results;
    },
  };
}

function engine(): RuleEvaluator {
  const conditions = mix.map(toEngine);
  const [made, compileMs] = timed(
    () =>
      new Engine(
        conditions.map((condition, index) => ({ conditions: condition, event: { type: String(index) } })),
      ),
  );
  return {
    compileMs,
    async judge() {
      const results = emptyResults();
      for (const [number, fact] of facts.entries()) {
        const { events } = await made.run(fact);
        for (const { type } of events) (results[Number(type)] as boolean[])[number] = true;
      }
      return results;
    },
  };
}

/** Each condition is evaluated by a call of its own, as rules are. */
function zen(): RuleEvaluator {
  const expressions = mix.map(toZen);
  return {
    compileMs: 0,
    async judge() {
      const results = emptyResults();
      for (const [number, fact] of facts.entries()) {
        for (let index = 0; index < expressions.length; index++) {
          const row = results[index] as boolean[];
          row[number] = evaluateExpressionSync(expressions[index] as string, fact) === true;
        }
      }
      return results;
    },
  };
}

/** All conditions in one expression: a call converts the fact, so one call for each fact is the fastest way. */
function zenAtOnce(): RuleEvaluator {
  const expression = `[${mix.map(toZen).join(', ')}]`;
  return {
    compileMs: 0,
    async judge() {
      const results = emptyResults();
      for (const [number, fact] of facts.entries()) {
        const held: boolean[] = evaluateExpressionSync(expression, fact);
        for (const [index, holds] of held.entries()) (results[index] as boolean[])[number] = holds;
      }
      return results;
    },
  };
}

/** Throws when an evaluator's results differ from the expected ones. */
function assertRight(name: string, results: readonly boolean[][]): void {
  const lines = expectedLines();
  const wrong = results.findIndex((row, index) => !lines[index]?.startsWith(toLine(row)));
  if (wrong >= 0 || lines.length !== results.length)
    throw new Error(`${name} evaluates condition ${wrong} differently from lib/lab/bench/mix/expected.txt.`);
}

async function against(name: string, other: RuleEvaluator): Promise<Measurement> {
  const mine = ours();
  const pass =
    (who: string, { judge }: RuleEvaluator) =>
    async (): Promise<number> => {
      const startMs = performance.now();
      const results = await judge();
      const elapsedMs = performance.now() - startMs;
      assertRight(who, results);
      return evaluations / (elapsedMs / 1_000);
    };
  const sides = { ours: pass('Ours', mine), other: pass(name, other) };
  // The first pass includes compilation, which is not typical of a warm function.
  await alternate(1, sides);
  const speeds = await alternate(rounds, sides);
  const compile = ({ compileMs }: RuleEvaluator) =>
    compileMs === 0 ? 'nothing' : `${compileMs.toFixed(2)} ms to compile ${mix.length} conditions`;
  return {
    ours: median(speeds.ours),
    other: median(speeds.other),
    notes: [
      `median of ${rounds} alternating rounds; ${mix.length} conditions x ${facts.length} facts, every result as expected`,
      `without this, compiling takes ours ${compile(mine)}, ${name} ${compile(other)}`,
    ],
    details: { compileMs: mine.compileMs, otherCompileMs: other.compileMs },
  };
}

async function againstZen(): Promise<Measurement> {
  const measured = await against('@gorules/zen-engine', zen());
  const atOnce = await against('@gorules/zen-engine', zenAtOnce());
  const ratio = atOnce.ours / (atOnce.other ?? Number.NaN);
  const note = `with all conditions in one expression, the ratio is ${ratio.toFixed(1)}`;
  return { ...measured, notes: [...(measured.notes ?? []), note] };
}

const depth = 5_000;

/** Nests a comparison in this number of groups, alternating AND and NOT. */
function nestedCondition(): Record<string, unknown> {
  let condition: Record<string, unknown> = { field: 'total', operator: '>', value: 100 };
  for (let level = 0; level < depth; level++)
    condition = { operator: level % 2 === 0 ? 'AND' : 'NOT', rules: [condition] };
  return condition;
}

async function measureDepth(): Promise<Measurement> {
  const condition = nestedCondition();
  const [compiled, compileMs] = timed(() => compileCondition(condition));
  const evaluate = (total: number) => compiled.evaluate({ data: { total }, resolve: () => undefined });
  // An even number of NOTs.
  if (!evaluate(101) || evaluate(100)) throw new Error(`A condition of depth ${depth} has a wrong result.`);
  const [, elapsedMs] = timed(() => {
    for (let run = 0; run < 1_000; run++) evaluate(run);
  });
  return {
    ours: depth,
    other: null,
    notes: [`${compileMs.toFixed(1)} ms to compile, ${elapsedMs.toFixed(3)} µs to evaluate`],
  };
}

export const ruleBenches: readonly Bench[] = [
  {
    name: 'rule-eval-json-rules-engine',
    unit: 'evaluations/s',
    against: 'json-rules-engine',
    bar: 100,
    atLeast: true,
    measure: () => against('json-rules-engine', engine()),
  },
  {
    name: 'rule-eval-zen',
    unit: 'evaluations/s',
    against: '@gorules/zen-engine',
    bar: 20,
    atLeast: true,
    measure: againstZen,
  },
  {
    name: 'rule-eval-json-logic',
    unit: 'evaluations/s',
    against: 'json-logic-js',
    bar: 2,
    atLeast: true,
    measure: () => against('json-logic-js', logic()),
  },
  {
    name: 'rule-depth',
    unit: 'nested groups evaluate',
    bar: depth,
    atLeast: true,
    measure: measureDepth,
  },
];
