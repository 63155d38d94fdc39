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
export function createFairQueue() {
  const busyMs = new Map<string, number>();
  let busyTotalMs = 0;
  let inFlight = new Map<string, number>();
  let inFlightTotal = 0;
  let updatedAtMs: number | undefined;

  const inFlightOf = (group: string): number => inFlight.get(group) ?? 0;

  function addBusyTime(elapsedMs: number): void {
    const kept = 0.5 ** (elapsedMs / halfLifeMs);
    busyTotalMs = busyTotalMs * kept + inFlightTotal * elapsedMs;
    for (const [group, ms] of busyMs) {
      if (ms * kept < 1) busyMs.delete(group);
      else busyMs.set(group, ms * kept);
    }
    for (const [group, count] of inFlight) busyMs.set(group, (busyMs.get(group) ?? 0) + count * elapsedMs);
  }

  function isNoisy(group: string): boolean {
    const own = inFlightOf(group);
    if (own >= minInFlight && own > maxShare * inFlightTotal) return true;
    return (busyMs.get(group) ?? 0) > maxShare * busyTotalMs;
  }

  return {
    isNoisy,
    /** Records the messages that are received and not yet deleted. Call it before every receive. */
    update(messages: readonly GroupedMessage[], nowMs: number): void {
      addBusyTime(nowMs - (updatedAtMs ?? nowMs));
      updatedAtMs = nowMs;
      inFlightTotal = messages.length;
      inFlight = new Map();
      for (const { messageGroupId: group } of messages)
        if (group !== null) inFlight.set(group, inFlightOf(group) + 1);
    },
    /**
     * Returns the waiting messages, the next `count` first: messages of quiet groups in their order, then repeatedly
     * one of the noisy group with the fewest in flight.
     */
    order<Waiting extends GroupedMessage>(waiting: readonly Waiting[], count: number): Waiting[] {
      const noisyGroupOf = ({ messageGroupId: group }: Waiting) =>
        group !== null && isNoisy(group) ? group : undefined;
      const quiet = waiting.values().filter((message) => noisyGroupOf(message) === undefined);
      const next = [...quiet.take(count)];
      if (next.length < count) {
        const ranked = [...Map.groupBy(waiting, noisyGroupOf)].flatMap(([group, own]) =>
          group === undefined
            ? []
            : own.slice(0, count).map((message, n) => ({ message, load: inFlightOf(group) + n })),
        );
        const lightestFirst = ranked.toSorted((left, right) => left.load - right.load);
        next.push(...lightestFirst.slice(0, count - next.length).map(({ message }) => message));
      }
      const picked = new Set(next);
      return [...next, ...waiting.filter((message) => !picked.has(message))];
    },
  };
}
