import { Stack } from 'aws-cdk-lib';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import {
  CfnConfigurationSet,
  CfnConfigurationSetEventDestination,
  CfnEmailIdentity,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { emailConfigurationSetName, emailTopicName } from '../names.ts';
import type { EmailOptions } from '../stage/stage-options.ts';

const dnsTtlSeconds = '1800';
/** Bounces go to a host of the sender's own domain, so that SPF is aligned with it. */
const bounceHost = 'bounce';

/** The domain of a sender's address. */
export const senderDomain = ({ sender }: EmailOptions): string => sender.slice(sender.indexOf('@') + 1);

/**
 * The sender of e-mails: its domain as an SES identity, signed with DKIM, and the configuration set that publishes
 * events. With a hosted zone, the DNS records are created as well; otherwise the team adds the records that SES shows.
 */
export class EmailSender extends Construct {
  constructor(scope: Construct, id: string, { stage, email }: { stage: string; email: EmailOptions }) {
    super(scope, id);
    const domain = senderDomain(email);
    const identity = new CfnEmailIdentity(this, 'Identity', {
      emailIdentity: domain,
      dkimSigningAttributes: { nextSigningKeyLength: 'RSA_2048_BIT' },
      ...(email.hostedZoneId !== undefined && {
        mailFromAttributes: {
          mailFromDomain: `${bounceHost}.${domain}`,
          behaviorOnMxFailure: 'USE_DEFAULT_VALUE',
        },
      }),
    });
    if (email.hostedZoneId !== undefined) this.#addRecords(identity, domain, email.hostedZoneId);
    const set = new CfnConfigurationSet(this, 'Set', {
      name: emailConfigurationSetName(stage),
      deliveryOptions: { tlsPolicy: 'REQUIRE' },
      reputationOptions: { reputationMetricsEnabled: true },
      sendingOptions: { sendingEnabled: true },
      suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    new CfnConfigurationSetEventDestination(this, 'Events', {
      configurationSetName: set.ref,
      eventDestination: {
        name: 'platform',
        enabled: true,
        matchingEventTypes: ['SEND', 'REJECT', 'DELIVERY', 'BOUNCE', 'COMPLAINT'],
        snsDestination: {
          topicArn: Stack.of(this).formatArn({ service: 'sns', resource: emailTopicName(stage) }),
        },
      },
    });
  }

  #addRecords(identity: CfnEmailIdentity, domain: string, hostedZoneId: string): void {
    const dkim: [name: string, value: string][] = [
      [identity.attrDkimDnsTokenName1, identity.attrDkimDnsTokenValue1],
      [identity.attrDkimDnsTokenName2, identity.attrDkimDnsTokenValue2],
      [identity.attrDkimDnsTokenName3, identity.attrDkimDnsTokenValue3],
    ];
    const add = (recordId: string, name: string, type: string, value: string) =>
      new CfnRecordSet(this, recordId, {
        hostedZoneId,
        name,
        type,
        ttl: dnsTtlSeconds,
        resourceRecords: [value],
      });
    for (const [index, [name, value]] of dkim.entries()) add(`Dkim${index + 1}`, name, 'CNAME', value);
    const { region } = Stack.of(this);
    const bounces = `${bounceHost}.${domain}`;
    const records = [
      add('BounceMx', bounces, 'MX', `10 feedback-smtp.${region}.amazonses.com`),
      add('BounceSpf', bounces, 'TXT', '"v=spf1 include:amazonses.com ~all"'),
    ];
    // SES looks them up as soon as the identity names the host.
    for (const record of records) identity.addResourceDependency(record);
  }
}
