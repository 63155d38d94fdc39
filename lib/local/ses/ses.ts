/** SES in the local runtime: its API for the AWS gateway, the accepted e-mails, and their published events. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Topics } from '../events/sns.ts';
import type { ResolvedApp } from '../types.ts';
import { createMailControl } from './control.ts';
import { type AcceptedMail, openMailBox } from './mail-box.ts';
import { eventsOf, type OutcomeRule, type SesEvent, takeOutcome } from './outcomes.ts';
import { createSes } from './service.ts';

export interface SesParts {
  app: ResolvedApp;
  dataDir: string;
  /** The topics, which are open before functions send e-mails. */
  topics: () => Pick<Topics, 'publishAs'>;
  log: (line: string) => void;
}

/** `AWS::SES::ConfigurationSetEventDestination`. */
const destinationProperties = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z._default(z.boolean(), true),
    MatchingEventTypes: z.array(z.string().check(z.toUpperCase())),
    SnsDestination: z.object(
      { TopicARN: z.string() },
      'Only SNS topics are supported as destinations of SES events.',
    ),
  }),
});

/** Opens the e-mails with the data of `dataDir`. Throws for destinations of events that do not run locally. */
export function openSes({ app, dataDir, topics, log }: SesParts) {
  const destinations = app
    .ofType('AWS::SES::ConfigurationSetEventDestination')
    .map(({ properties }) => destinationProperties.parse(properties));
  const mails = openMailBox(join(dataDir, 'mails.sqlite'));
  const rules: OutcomeRule[] = [];
  /** More than a new account may send, and as much as one machine can handle. */
  const quota = { perSecond: 200, perDay: 100_000 };
  const running = new Set<Promise<void>>();

  async function publish(mail: AcceptedMail, events: readonly SesEvent[]): Promise<void> {
    const set = app
      .ofType('AWS::SES::ConfigurationSet')
      .find(({ physicalId }) => physicalId === mail.configurationSet);
    if (set === undefined) return;
    for (const event of events) {
      for (const { ConfigurationSetName, EventDestination: destination } of destinations) {
        if (ConfigurationSetName !== set.physicalId || !destination.Enabled) continue;
        if (!destination.MatchingEventTypes.includes(event.eventType.toUpperCase())) continue;
        const problem = await topics().publishAs('ses.amazonaws.com', {
          topicArn: destination.SnsDestination.TopicARN,
          text: JSON.stringify(event),
          sourceArn: set.arn,
        });
        if (problem !== undefined) log(`SES could not publish an event of ${mail.id}: ${problem}`);
      }
    }
  }

  function startPublishing(mail: AcceptedMail, events: readonly SesEvent[]): void {
    const promise = publish(mail, events)
      .catch((error: unknown) => log(`SES: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => running.delete(promise));
    running.add(promise);
  }

  return {
    /** The service for the AWS gateway. */
    service: createSes({
      app,
      quota,
      accept(mail) {
        mails.add(mail);
        startPublishing(mail, eventsOf(mail, takeOutcome(rules, mail.to[0] ?? ''), Date.now()));
      },
    }),
    control: createMailControl({
      mails,
      rules,
      quota,
      complain: (mail) => startPublishing(mail, eventsOf(mail, 'complaint', Date.now()).slice(-1)),
    }),
    /** Resolves when no event is being published. */
    async stop(): Promise<void> {
      await Promise.all(running);
      mails.close();
    },
  };
}
