/**
 * Concurrent work on the table, one call at a time, in an order that a seed decides, and with faults that it decides: a call is
 * throttled, its response is lost, it is sent twice, the process that made it dies before or after it, or the table fails for
 * several calls in a row. Clocks of processes differ, and messages come in another order. What a machine does in weeks under
 * load happens in a second, and the same seed repeats it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { table } from '../../../../shared/kernel/table/table.ts';
import { type Random, randomBetween, seededRandom } from '../random.ts';
import { duringClockOf } from './skewed-clock.ts';

/** What happens to a call besides its plain execution. An outage begins with it, and all following calls fail as well. */
export const fates = ['throttled', 'responseLost', 'sentTwice', 'diesBefore', 'diesAfter', 'outage'] as const;
export type Fate = (typeof fates)[number];
/** The share of calls that meet each fate, of processes with a wrong clock, and of messages that overtake others, 0 to 1. */
export type FateShares = Readonly<Partial<Record<Fate | 'skewed' | 'reordered', number>>>;

/** How many calls fail in an outage, and by how much a clock is wrong in either direction. */
const outageCalls = { min: 3, max: 12 };
const maxSkewMs = 5_000;

export type CallInput = Readonly<Record<string, unknown>>;
/** Changes what is sent or what comes back, as a broken build would. */
export interface Sabotage {
  input?(input: CallInput): CallInput;
  output?(output: unknown): unknown;
  /** Breaks something else for as long as a simulation runs. Returns what mends it. */
  install?(): () => void;
}

export interface SimulationOptions {
  random: Random;
  shares: FateShares;
  sabotage?: Sabotage | undefined;
}

/** The process that made a call is dead: nothing that it still does has an effect. */
class ProcessDied extends Error {
  override name = 'ProcessDied';
}

class Throttled extends Error {
  override name = 'ThrottlingException';
}

class Unavailable extends Error {
  override name = 'InternalServerError';
  readonly $metadata = { httpStatusCode: 500 };
}

class ResponseLost extends Error {
  override name = 'TimeoutError';
}

interface Process {
  simulation: Simulation;
  client: number;
  isDead: boolean;
  die: () => void;
}

interface Parked {
  client: number;
  place: number;
  command: string;
  process: Process;
  release: (fate: Fate | undefined) => void;
}

const current = new AsyncLocalStorage<Process>();

/**
 * For how many turns of the event loop a client without a call may be busy with something else before the others continue without
 * it. Turns, because a stalled machine stalls them as well: time would let decisions depend on it.
 */
const maxIdleTurns = 100;

/** Longer than any pause of the product between two attempts. */
const maxWaitMs = 20_000;

/** The result of a process, or that it died. */
export type Attempt<Result> = { isDead: false; result: Result } | { isDead: true };

export class Simulation {
  /** Counts calls: the clock of histories. */
  steps = 0;
  /** Every decision, in order: two runs of one seed have equal ones. */
  readonly decisions: string[] = [];
  readonly injected: Record<Fate | 'failedInOutages' | 'skewed' | 'reordered', number> = {
    ...{ throttled: 0, responseLost: 0, sentTwice: 0, diesBefore: 0, diesAfter: 0 },
    ...{ outage: 0, failedInOutages: 0, skewed: 0, reordered: 0 },
  };
  readonly #options: SimulationOptions;
  readonly #seedOfClients: number;
  readonly #randoms = new Map<string, Random>();
  #outageCallsLeft = 0;
  #parked: Parked[] = [];
  #inFlight = 0;
  #isOver = false;
  #unfinished = new Set<number>();
  #places = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#seedOfClients = randomBetween(options.random, 0, 2 ** 31);
  }

  /** A sequence of a client's own: what it draws between two calls does not depend on what other clients do meanwhile. */
  #randomOf(purpose: string, client: number): Random {
    const name = `${purpose} ${client}`;
    const random = this.#randoms.get(name) ?? seededRandom(name, this.#seedOfClients);
    this.#randoms.set(name, random);
    return random;
  }

  /** Takes the next message of a queue for a client: the first one, or one that overtakes others. */
  takeMessage<Message>(client: number, queue: Message[]): Message | undefined {
    const random = this.#randomOf('order of messages', client);
    const isReordered = random() < (this.#options.shares.reordered ?? 0);
    const index = randomBetween(random, 0, queue.length);
    if (!isReordered || index === 0) return queue.shift();
    this.injected.reordered += 1;
    return queue.splice(index, 1)[0];
  }

  /** By how much the clock of a client's next process is wrong. */
  #skewOf(client: number): number {
    const random = this.#randomOf('clocks', client);
    const isSkewed = random() < (this.#options.shares.skewed ?? 0);
    const skewMs = randomBetween(random, -maxSkewMs, maxSkewMs + 1);
    if (isSkewed) this.injected.skewed += 1;
    return isSkewed ? skewMs : 0;
  }

  /** Runs one function for each client until all have ended. Throws what one of them throws. */
  async run(clients: readonly ((client: number) => Promise<void>)[]): Promise<void> {
    interceptCalls();
    const mend = this.#options.sabotage?.install?.();
    try {
      await this.#runAll(clients);
    } finally {
      mend?.();
    }
  }

  async #runAll(clients: readonly ((client: number) => Promise<void>)[]): Promise<void> {
    this.#isOver = false;
    this.#unfinished = new Set(clients.keys());
    const all = Promise.all(
      clients.map(async (work, client) => {
        try {
          await work(client);
        } finally {
          this.#unfinished.delete(client);
        }
      }),
    );
    all.catch(() => this.#unfinished.clear());
    while (this.#unfinished.size > 0) {
      await this.#untilAllWait();
      const next = this.#choose();
      if (next === undefined) continue;
      const fate = this.#fateOf();
      this.steps += 1;
      this.decisions.push(`${next.client} ${next.command} ${fate ?? ''}`.trimEnd());
      this.#inFlight += 1;
      next.release(fate);
    }
    // What dead processes, and clients that failed, still wait for.
    this.#isOver = true;
    for (const { release } of this.#parked.splice(0)) release('diesBefore');
    await all;
  }

  /** Does work of a client as a process of its own, which may die on the way. */
  async attempt<Result>(client: number, work: () => Promise<Result>): Promise<Attempt<Result>> {
    const death = Promise.withResolvers<Attempt<Result>>();
    const process: Process = {
      simulation: this,
      client,
      isDead: false,
      die() {
        process.isDead = true;
        death.resolve({ isDead: true });
      },
    };
    const living = duringClockOf(this.#skewOf(client), () =>
      current.run(process, async () => ({ isDead: false as const, result: await work() })),
    );
    // A dead process fails at each of its calls, which is of no interest any more.
    living.catch(() => undefined);
    return Promise.race([death.promise, living]);
  }

  /** A call of a process: waits for its turn, and meets its fate. */
  async pass<Output extends { output: object }>(
    process: Process,
    command: string,
    input: CallInput,
    send: (input: CallInput) => Promise<Output>,
  ): Promise<Output> {
    if (process.isDead || this.#isOver) throw new ProcessDied();
    const fate = await new Promise<Fate | undefined>((release) => {
      this.#places += 1;
      this.#parked.push({ client: process.client, place: this.#places, command, process, release });
    });
    const { sabotage } = this.#options;
    const sabotaged = sabotage?.input?.(input) ?? input;
    // The SDK's own attempts of one transaction carry one token.
    const token = 'TransactItems' in sabotaged &&
      command.includes('Write') && { ClientRequestToken: randomUUID() };
    const sendOnce = () => send({ ...token, ...sabotaged });
    try {
      if (process.isDead || fate === 'diesBefore') {
        process.die();
        throw new ProcessDied();
      }
      if (fate === 'throttled') throw new Throttled();
      if (fate === 'outage') throw new Unavailable();
      if (fate === 'sentTwice') await sendOnce();
      const output = await sendOnce();
      if (fate === 'responseLost') throw new ResponseLost();
      if (fate === 'diesAfter') {
        process.die();
        throw new ProcessDied();
      }
      return sabotage?.output ? { ...output, output: sabotage.output(output.output) } : output;
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Every client waits for a call's turn, or has been busy with something else for long. */
  async #untilAllWait(): Promise<void> {
    const sinceMs = Date.now();
    for (let turns = 0; ; ) {
      await nextTurn();
      if (this.#unfinished.size === 0) return;
      if (this.#inFlight > 0) continue;
      const waiting = new Set(this.#parked.map(({ client }) => client));
      const busy = [...this.#unfinished].filter((client) => !waiting.has(client));
      if (busy.length === 0) return;
      turns += 1;
      if (waiting.size > 0 && turns > maxIdleTurns) return;
      if (Date.now() - sinceMs > maxWaitMs)
        throw new Error(`The clients ${busy.join(', ')} have made no call for ${maxWaitMs} ms.`);
      await sleep(1);
    }
  }

  #choose(): Parked | undefined {
    const inOrder = this.#parked.toSorted((a, b) => a.client - b.client || a.place - b.place);
    const next = inOrder[Math.floor(this.#options.random() * inOrder.length)];
    this.#parked = this.#parked.filter((one) => one !== next);
    return next;
  }

  #fateOf(): Fate | undefined {
    if (this.#outageCallsLeft > 0) {
      this.#outageCallsLeft -= 1;
      this.injected.failedInOutages += 1;
      return 'outage';
    }
    const fate = this.#chooseFate();
    if (fate !== undefined) this.injected[fate] += 1;
    if (fate === 'outage') {
      this.#outageCallsLeft = randomBetween(this.#options.random, outageCalls.min, outageCalls.max) - 1;
      this.injected.failedInOutages += 1;
    }
    return fate;
  }

  #chooseFate(): Fate | undefined {
    let left = this.#options.random();
    for (const fate of fates) {
      const share = this.#options.shares[fate] ?? 0;
      if (left < share) return fate;
      left -= share;
    }
    return undefined;
  }
}

const intercepted = new WeakSet<object>();

/** Has the product's client of the table hand its calls to the simulation that they are part of. */
function interceptCalls(): void {
  const { client } = table();
  if (intercepted.has(client)) return;
  intercepted.add(client);
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const process = current.getStore();
        if (process === undefined) return next(args);
        const input = { ...args.input };
        return process.simulation.pass(process, commandName, input, (changed) =>
          next({ ...args, input: changed as typeof args.input }),
        );
      },
    { step: 'initialize', name: 'simulation' },
  );
}
