/**
 * The order in which a standard queue of SQS hands out messages that carry a message group: groups that take more than
 * their share of the consumers wait behind the others.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */

export interface GroupedMessage {
  messageGroupId?: string | undefined;
}

/** A message that was received and is neither deleted nor visible again. */
export interface InFlightMessage {
  message: GroupedMessage;
}

// A group is noisy with more than this share of all messages in flight and at least so many of its own…
const maxShare = 0.1;
const minInFlight = 30;
/** … or with more than this share of the time for which messages were in flight lately. */
const halfLifeMs = 60_000;

/** Remembers how long the messages of each group were in flight, and says which groups are noisy. */
export class FairQueue {
  readonly #busyMs = new Map<string, number>();
  #busyTotalMs = 0;
  #inFlight = new Map<string, number>();
  #inFlightTotal = 0;
  #lookedAtMs: number | undefined;

  /** Takes note of what is in flight now. Call it before every receive. */
  look(inFlight: Iterable<InFlightMessage>, nowMs: number): void {
    this.#count(nowMs - (this.#lookedAtMs ?? nowMs));
    this.#lookedAtMs = nowMs;
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
   * The waiting messages with those that are received next at the front: messages of quiet groups in their order, then
   * each time one of the noisy group that has the fewest in flight. A message without a group is a group of its own.
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
