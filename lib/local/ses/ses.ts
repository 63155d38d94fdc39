/** SES in the local runtime: its API for the AWS gateway, the accepted e-mails, and their published events. */
import { join } from 'node:path';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Topics } from '../events/sns.ts';
import type { AwsService } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { createMailControl, type MailControl } from './control.ts';
import { type AcceptedMail, openMailBox } from './mail-box.ts';
import { createOutcomes, eventsOf } from './outcomes.ts';
import { createSes, type Quota } from './service.ts';

export interface Ses {
  /** The service for the AWS gateway. */
  service: AwsService;
  control: MailControl;
  /** Starts publishing events, first those of e-mails that were accepted before. */
  start(topics: Pick<Topics, 'publishAs'>): void;
  /** Resolves when no event is being published. */
  stop(): Promise<void>;
}

export interface SesParts {
  app: ResolvedApp;
  dataDir: string;
  log: (line: string) => void;
}

/** More than a new account may send, and as much as one machine can handle. */
const localQuota: Quota = { perSecond: 200, perDay: 100_000 };

/** Topics for events of a configuration set, with the event types in lower case. */
function destinationsOf(app: ResolvedApp, set: string): { topicArn: string; types: Set<string> }[] {
  const topicOf = ({ properties }: Resource) => {
    const { EventDestination: destination, ConfigurationSetName } = properties;
    if (!isRecord(destination) || ConfigurationSetName !== set || destination.Enabled === false) return [];
    const target = destination.SnsDestination;
    if (!isRecord(target)) throw new Error('Only SNS topics are supported as destinations of SES events.');
    const types = Array.isArray(destination.MatchingEventTypes) ? destination.MatchingEventTypes : [];
    return [
      { topicArn: String(target.TopicARN), types: new Set(types.map((type) => String(type).toLowerCase())) },
    ];
  };
  return app.ofType('AWS::SES::ConfigurationSetEventDestination').flatMap(topicOf);
}

/** Opens the e-mails with the data of `dataDir`. */
export function openSes({ app, dataDir, log }: SesParts): Ses {
  const mails = openMailBox(join(dataDir, 'mails.sqlite'));
  const outcomes = createOutcomes();
  const quota = { ...localQuota };
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  let topics: Pick<Topics, 'publishAs'> | undefined;

  function run(work: () => Promise<void>): void {
    const promise = work()
      .catch((error: unknown) => log(`SES: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => running.delete(promise));
    running.add(promise);
  }

  function publish(mail: AcceptedMail, events: readonly Record<string, unknown>[]): void {
    if (mail.configurationSet === null) return;
    const set = app
      .ofType('AWS::SES::ConfigurationSet')
      .find(({ physicalId }) => physicalId === mail.configurationSet);
    const destinations = destinationsOf(app, mail.configurationSet);
    const work = async () => {
      for (const event of events) {
        for (const { topicArn, types } of destinations) {
          if (!types.has(String(event.eventType).toLowerCase())) continue;
          const problem = await topics?.publishAs('ses.amazonaws.com', {
            topicArn,
            text: JSON.stringify(event),
            sourceArn: set?.arn ?? '',
          });
          if (problem !== undefined) log(`SES could not publish an event of ${mail.id}: ${problem}`);
        }
      }
    };
    if (topics === undefined) waiting.push(work);
    else run(work);
  }

  return {
    service: createSes({
      app,
      quota: () => quota,
      accept(mail) {
        mails.add(mail);
        publish(mail, eventsOf(mail, outcomes.of(mail.to[0] ?? ''), Date.now()));
      },
    }),
    control: createMailControl({
      mails,
      outcomes,
      quota,
      complain: (mail) => publish(mail, eventsOf(mail, 'complaint', Date.now()).slice(-1)),
    }),
    start(given) {
      topics = given;
      for (const work of waiting.splice(0)) run(work);
    },
    async stop() {
      await Promise.all(running);
      mails.close();
    },
  };
}
