/**
 * Orders the messages of a standard SQS queue as its fair queues do: message groups that use more than their share of
 * the consumers wait behind the others.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */

export interface GroupedMessage {
  /** A message without a group is a group of its own. */
  messageGroupId: string | null;
}

// A group is noisy with more than this share of all messages in flight and at least this number of its own…
const maxShare = 0.1;
const minInFlight = 30;
/** … or with more than this share of the recent in-flight time. */
const halfLifeMs = 60_000;

/** Tracks the in-flight time of each group, and decides which groups are noisy. */
export class FairQueue {
  readonly #busyMs = new Map<string, number>();
  #busyTotalMs = 0;
  #inFlight = new Map<string, number>();
  #inFlightTotal = 0;
  #updatedAtMs: number | undefined;

  /** Records the messages that are received and not yet deleted. Call it before every receive. */
  update(inFlight: readonly GroupedMessage[], nowMs: number): void {
    this.#addBusyTime(nowMs - (this.#updatedAtMs ?? nowMs));
    this.#updatedAtMs = nowMs;
    this.#inFlightTotal = inFlight.length;
    this.#inFlight = new Map();
    for (const { messageGroupId: group } of inFlight)
      if (group !== null) this.#inFlight.set(group, this.#inFlightOf(group) + 1);
  }

  #addBusyTime(elapsedMs: number): void {
    const kept = 0.5 ** (elapsedMs / halfLifeMs);
    this.#busyTotalMs = this.#busyTotalMs * kept + this.#inFlightTotal * elapsedMs;
    for (const [group, busyMs] of this.#busyMs) {
      if (busyMs * kept < 1) this.#busyMs.delete(group);
      else this.#busyMs.set(group, busyMs * kept);
    }
    for (const [group, count] of this.#inFlight)
      this.#busyMs.set(group, (this.#busyMs.get(group) ?? 0) + count * elapsedMs);
  }

  #inFlightOf(group: string): number {
    return this.#inFlight.get(group) ?? 0;
  }

  isNoisy(group: string): boolean {
    const own = this.#inFlightOf(group);
    if (own >= minInFlight && own > maxShare * this.#inFlightTotal) return true;
    return (this.#busyMs.get(group) ?? 0) > maxShare * this.#busyTotalMs;
  }

  /**
   * Returns the waiting messages, the next `count` first: messages of quiet groups in their order, then repeatedly one
   * of the noisy group with the fewest in flight.
   */
  order<Waiting extends GroupedMessage>(waiting: readonly Waiting[], count: number): Waiting[] {
    const noisyGroupOf = ({ messageGroupId: group }: Waiting) =>
      group !== null && this.isNoisy(group) ? group : undefined;
    const quiet = waiting.values().filter((message) => noisyGroupOf(message) === undefined);
    const next = [...quiet.take(count)];
    if (next.length < count) {
      const ranked = [...Map.groupBy(waiting, noisyGroupOf)].flatMap(([group, own]) =>
        group === undefined
          ? []
          : own.slice(0, count).map((message, n) => ({ message, load: this.#inFlightOf(group) + n })),
      );
      const lightestFirst = ranked.toSorted((left, right) => left.load - right.load);
      next.push(...lightestFirst.slice(0, count - next.length).map(({ message }) => message));
    }
    const picked = new Set(next);
    return [...next, ...waiting.filter((message) => !picked.has(message))];
  }
}
