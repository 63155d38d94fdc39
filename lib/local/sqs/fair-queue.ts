/**
 * Orders the messages of a standard SQS queue as its fair queues do: message groups that use more than their share of
 * the consumers wait behind the others.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */

export interface GroupedMessage {
  messageGroupId?: string | undefined;
}

/** A received message that is neither deleted nor visible again. */
export interface InFlightMessage {
  message: GroupedMessage;
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

  /** Records the messages in flight. Call it before every receive. */
  update(inFlight: Iterable<InFlightMessage>, nowMs: number): void {
    this.#count(nowMs - (this.#updatedAtMs ?? nowMs));
    this.#updatedAtMs = nowMs;
    this.#inFlight = new Map();
    this.#inFlightTotal = 0;
    for (const { message } of inFlight) {
      this.#inFlightTotal += 1;
      const group = message.messageGroupId;
      if (group !== undefined) this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) + 1);
    }
  }

  #count(elapsedMs: number): void {
    const kept = 0.5 ** (elapsedMs / halfLifeMs);
    this.#busyTotalMs = this.#busyTotalMs * kept + this.#inFlightTotal * elapsedMs;
    for (const [group, busyMs] of this.#busyMs) {
      if (busyMs * kept < 1) this.#busyMs.delete(group);
      else this.#busyMs.set(group, busyMs * kept);
    }
    for (const [group, count] of this.#inFlight)
      this.#busyMs.set(group, (this.#busyMs.get(group) ?? 0) + count * elapsedMs);
  }

  isNoisy(group: string): boolean {
    const own = this.#inFlight.get(group) ?? 0;
    if (own >= minInFlight && own > maxShare * this.#inFlightTotal) return true;
    return (this.#busyMs.get(group) ?? 0) > maxShare * this.#busyTotalMs;
  }

  /**
   * Returns the waiting messages, next ones first: messages of quiet groups in their order, then repeatedly one of the
   * noisy group with the fewest in flight. A message without a group is a group of its own.
   */
  order<Waiting extends GroupedMessage>(waiting: Waiting[], count: number): Waiting[] {
    const noisy = new Map<string, Waiting[]>();
    const next: Waiting[] = [];
    for (const message of waiting) {
      const group = message.messageGroupId;
      if (group === undefined || !this.isNoisy(group)) next.push(message);
      else {
        const own = noisy.get(group) ?? [];
        noisy.set(group, own);
        own.push(message);
      }
      if (next.length === count) break;
    }
    const taken = new Map<string, number>();
    while (next.length < count && noisy.size > 0) {
      const load = (group: string) => (this.#inFlight.get(group) ?? 0) + (taken.get(group) ?? 0);
      const [[group, own]] = [...noisy].toSorted(([left], [right]) => load(left) - load(right)) as [
        [string, Waiting[]],
      ];
      const message = own[taken.get(group) ?? 0];
      if (message === undefined) noisy.delete(group);
      else {
        next.push(message);
        taken.set(group, (taken.get(group) ?? 0) + 1);
      }
    }
    const picked = new Set(next);
    return [...next, ...waiting.filter((message) => !picked.has(message))];
  }
}
