/** What clients did and saw, in the order of a simulation's calls. */
import type { Attempt, Simulation } from './simulation.ts';

export interface Operation<Call, Outcome> {
  client: number;
  call: Call;
  /** Steps of the simulation before its first call and after its last one. */
  startedAt: number;
  endedAt: number;
  /** Unknown when its process died, or when it failed in a way that tells nothing. */
  outcome: Outcome | undefined;
}

export class History<Call, Outcome> {
  readonly operations: Operation<Call, Outcome>[] = [];
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Does a client's operation in a process of its own, and records it. Returns its outcome. */
  async record(
    client: number,
    call: Call,
    work: () => Promise<Outcome | undefined>,
  ): Promise<Outcome | undefined> {
    const operation: Operation<Call, Outcome> = {
      ...{ client, call, startedAt: this.#simulation.steps, endedAt: Number.POSITIVE_INFINITY },
      outcome: undefined,
    };
    this.operations.push(operation);
    const attempt: Attempt<Outcome | undefined> = await this.#simulation.attempt(client, work);
    if (attempt.isDead || attempt.result === undefined) return undefined;
    operation.outcome = attempt.result;
    operation.endedAt = this.#simulation.steps;
    return attempt.result;
  }
}
