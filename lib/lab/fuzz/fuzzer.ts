/** Sends generated requests to every operation until the time or request limit is reached, and reports failures. */
import fc from 'fast-check';
import type { WireRequest } from '../../../shared/kernel/samples/wire.ts';
import type { OpenApiDocument } from '../../../shared/modules/docs/openapi/types.ts';
import { type FuzzResponse, isWorthRepeating, problemsOf, sendRaw } from './client.ts';
import { createTurns, forEachConcurrently } from './concurrency.ts';
import { toCurl } from './curl.ts';
import {
  type FuzzOperation,
  type FuzzRequest,
  operationsOf,
  requestsOf,
  shownRequest,
  validRequest,
} from './request.ts';

export interface FuzzOptions {
  baseUrl: string;
  document: OpenApiDocument;
  /** A key with all rights in its own tenant and without a rate limit. */
  key: string;
  /** The scope of the key. */
  tenantId: string;
  organizationId: string;
  /** Other ids that exist or existed, for instance of foreign or deleted tenants. */
  ids: readonly string[];
  /** Ids that no request may use: without its own key every request would return 401. */
  protectedIds?: readonly string[];
  /** Keys of other tenants and organizations, used by some requests. */
  otherKeys?: readonly string[];
  seed: number;
  /**
   * Creates the prerequisites of an operation's sample and returns the sample, which is sent first. By default the
   * documented one is sent.
   */
  prepare?: (operationId: string) => Promise<WireRequest>;
  /** Maximum number of rounds over all operations … */
  rounds: number;
  /** … or maximum time, but at least one round, so that a slow machine skips no operation. */
  timeLimitMs: number;
  /** … or maximum number of requests, which may be exceeded by those in progress. */
  maxRequests?: number;
  requestsPerRound?: number;
  /** Operations that are fuzzed at the same time. */
  concurrency?: number;
  /** A response that takes longer is a failure. */
  maxDurationMs?: number;
  /** A request without a response after this time counts as failed. */
  deadlineMs?: number;
  /** Called with each failure as it is found. */
  onFailure?: (failure: FuzzFailure) => void;
  /** Called with the current report after the requests to one operation in a round. */
  onProgress?: (report: FuzzReport) => void;
}

export interface FuzzFailure {
  operationId: string;
  problem: string;
  /** The smallest failing request found, as a command. */
  curl: string;
}

export interface SlowestResponse {
  operationId: string;
  durationMs: number;
  request: FuzzRequest;
}

export interface FuzzReport {
  requests: number;
  /** Undefined before the first response. */
  slowest: SlowestResponse | undefined;
  /** Number of responses by operation and status. */
  statuses: Map<string, Map<number, number>>;
  /** Problems that did not recur when the request was sent again, with their numbers. */
  transients: Map<string, number>;
  failures: FuzzFailure[];
}

/** Reports each kind of failure once. */
const failuresPerOperation = 3;
/** Number of times that a request is sent again alone if load may have caused the problem. */
const maxRepetitions = 3;
/** Newest ids of each collection that later requests may use. */
const rememberedIds = 50;

/** `/api/webhooks` of `/api/webhooks/{id}/stats`: where an operation's ids come from. */
const collectionOf = (path: string): string => path.split('/{')[0] ?? path;

/** Returns the ids in a response. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? []);

/** Ids returned by the service, by collection. Without them nearly every response would be "not found". */
function createMemory(given: readonly string[]) {
  const byCollection = new Map<string, readonly string[]>();
  return {
    remember(path: string, ids: readonly string[]): void {
      const collection = collectionOf(path);
      const known = byCollection.get(collection) ?? [];
      const newest = [...new Set([...known, ...ids.slice(0, rememberedIds)])].slice(-rememberedIds);
      byCollection.set(collection, newest);
    },
    /** Ids for an operation, half of them from its own collection if it has any. */
    idsFor(path: string): string[] {
      const own = byCollection.get(collectionOf(path)) ?? [];
      const others = [...given, ...[...byCollection.values()].flatMap((ids) => ids.slice(-3))];
      const times = Math.ceil(others.length / Math.max(1, own.length));
      return [...Array.from({ length: times }, () => own).flat(), ...others];
    },
  };
}

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { baseUrl, document, key, tenantId, organizationId, seed, rounds, timeLimitMs } = options;
  const { requestsPerRound = 30, deadlineMs = 30_000, maxDurationMs = 10_000 } = options;
  const { maxRequests = Number.POSITIVE_INFINITY, concurrency = 1 } = options;
  const endsAtMs = performance.now() + timeLimitMs;
  const operations = operationsOf(document);
  const report: FuzzReport = {
    ...{ requests: 0, slowest: undefined, failures: [] },
    ...{ statuses: new Map(), transients: new Map() },
  };
  const memory = createMemory(options.ids);
  const turns = createTurns();
  // All samples are sent before the first random request, which may delete their prerequisites.
  const prepared = new Map<string, WireRequest>();
  if (options.prepare !== undefined) {
    const { prepare } = options;
    await forEachConcurrently(operations, concurrency, async ({ operationId }) => {
      prepared.set(operationId, await prepare(operationId));
    });
  }

  async function answerTo({ operationId, path }: FuzzOperation, request: FuzzRequest): Promise<FuzzResponse> {
    report.requests += 1;
    const answer = await sendRaw(baseUrl, request, deadlineMs);
    const { durationMs } = answer;
    if (durationMs > (report.slowest?.durationMs ?? 0)) report.slowest = { operationId, durationMs, request };
    const counts = report.statuses.get(operationId) ?? new Map<number, number>();
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    report.statuses.set(operationId, counts);
    if (answer.status === 200 || answer.status === 201) {
      memory.remember(
        path,
        idsIn(answer.text).filter((id) => !options.protectedIds?.includes(id)),
      );
    }
    return answer;
  }

  async function check(operation: FuzzOperation, request: FuzzRequest): Promise<void> {
    const first = await turns.together(() => answerTo(operation, request));
    const firstProblems = problemsOf(request, first, maxDurationMs);
    if (firstProblems.length === 0) return;
    let [answer, problems] = [first, firstProblems];
    for (let tries = 0; tries < maxRepetitions && isWorthRepeating(answer, maxDurationMs); tries += 1) {
      answer = await turns.alone(() => answerTo(operation, request));
      problems = problemsOf(request, answer, maxDurationMs);
    }
    if (problems.length > 0) throw new Error(`${problems.join('; ')}\n${answer.text.slice(0, 500)}`);
    for (const problem of firstProblems) {
      report.transients.set(problem, (report.transients.get(problem) ?? 0) + 1);
    }
  }

  async function fuzzOperation(operation: FuzzOperation, round: number): Promise<void> {
    const { operationId } = operation;
    const known = report.failures.filter((failure) => failure.operationId === operationId);
    if (known.length >= failuresPerOperation) return;
    const ids = memory.idsFor(operation.path);
    const context = { document, ids, tenantId, organizationId, otherKeys: options.otherKeys ?? [] };
    const requests = requestsOf(operation, key, context);
    const first = (round === 0 && prepared.get(operationId)) || shownRequest(operationId, context);
    const details = await fc.check(
      fc.asyncProperty(requests, (request) => check(operation, request)),
      {
        seed: seed + round,
        numRuns: requestsPerRound,
        examples: [[validRequest(operation, first, key)]],
        ...(round > 0 && {
          interruptAfterTimeLimit: Math.max(1, endsAtMs - performance.now()),
          markInterruptAsFailure: false,
        }),
      },
    );
    const [request] = details.counterexample ?? [];
    if (!details.failed || request === undefined) return;
    const { errorInstance } = details;
    const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    if (known.some((failure) => failure.problem === problem)) return;
    const failure = { operationId, problem, curl: toCurl(baseUrl, request) };
    report.failures.push(failure);
    options.onFailure?.(failure);
  }

  /** Yields rounds over all operations: at least one, then until the time or request limit is reached. */
  function* plan(): Generator<[FuzzOperation, number]> {
    for (let round = 0; round < rounds; round += 1) {
      for (const operation of operations) {
        const isUsedUp = performance.now() >= endsAtMs || report.requests >= maxRequests;
        if (round > 0 && isUsedUp) return;
        yield [operation, round];
      }
    }
  }

  await forEachConcurrently(plan(), concurrency, async ([operation, round]) => {
    await fuzzOperation(operation, round);
    options.onProgress?.(report);
  });
  return report;
}

/** One line per operation: `createRule  201×14 400×41`. */
export function formatStatuses({ statuses }: FuzzReport): string {
  return [...statuses]
    .map(([operationId, counts]) => `${operationId.padEnd(24)}${byStatus(counts)}`)
    .join('\n');
}

const byStatus = (counts: Iterable<readonly [number, number]>): string =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');

/** Summarizes the run: numbers of requests and failures, and the slowest response. */
export function formatSummary({ requests, statuses, transients, failures, slowest }: FuzzReport): string {
  const totals = new Map<number, number>();
  for (const counts of statuses.values()) {
    for (const [status, count] of counts) totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const slowestText =
    slowest === undefined ? 'none' : `${(slowest.durationMs / 1_000).toFixed(1)} s, ${slowest.operationId}`;
  return [
    `${requests} requests to ${statuses.size} operations, ${failures.length} failures`,
    `Status: ${byStatus(totals)}`,
    `Slowest response: ${slowestText}`,
    ...[...transients].map(([problem, count]) => `Good when sent again: ${count} times ${problem}`),
  ].join('\n');
}

/** Formats the failures with the commands that repeat them. */
export function formatFailures({ failures }: FuzzReport): string {
  return failures.map(({ operationId, problem, curl }) => `${operationId}: ${problem}\n${curl}`).join('\n\n');
}
