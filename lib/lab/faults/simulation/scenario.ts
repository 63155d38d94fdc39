/** What a scenario does and returns. */
import type { FateShares, Sabotage, Simulation } from './simulation.ts';

export interface ScenarioOptions {
  seed: number;
  shares: FateShares;
  sabotage?: Sabotage | undefined;
}

export interface Finding {
  /** What contradicts the promise of the scenario; empty when nothing does. */
  problems: string[];
  injected: Record<string, number>;
  /** The decisions of the seed and what clients did and saw, for the report of a failure. */
  decisions: readonly string[];
  history: readonly object[];
}

/** The finding of a scenario that has ended. */
export const findingOf = (
  { injected, decisions }: Simulation,
  problems: string[],
  history: readonly object[],
): Finding => ({ problems, injected, decisions, history });

export interface Scenario {
  name: string;
  /** Of so many seeds one is run: some wait for seconds in each. */
  oneOf?: number;
  run(options: ScenarioOptions): Promise<Finding>;
}

const clientCount = 3;
export const clients = Array.from({ length: clientCount }, (_, client) => client);
