/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as accountContract from './accounts/account-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as logContract from './log-contract.ts';
import { emailSamples } from './samples.ts';
import * as settingsContract from './settings-contract.ts';
import * as templateContract from './template-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    email: {
      position: 9.5,
      title: 'E-mail',
      description:
        'Sends notifications by e-mail through Amazon SES, to users who want them and to other confirmed addresses, ' +
        'with templates of the tenant and a log of all mails.',
    },
  },
  endpoints: endpointsIn([accountContract, logContract, settingsContract, templateContract]),
  workers: Object.values(workers),
  queues: {
    email: {
      summary: 'Notifications to mail, due digests and deferred mails, and deleted users',
      fromBus: [
        'notifications.notification.created',
        'notifications.notification.refreshed',
        'notifications.addresses.notified',
        'auth.user.deleted',
      ],
      maxReceiveCount: 8,
    },
    'email-send': {
      summary: 'Mails to send with SES',
      maxReceiveCount: 10,
    },
    'email-feedback': {
      summary: 'Reports of SES about mails',
      fromSes: true,
      maxReceiveCount: 10,
    },
  },
  errors: errorsIn(errors),
  partitions: {
    EMAILDUE: { sortKeyPart: 1 },
    EMAILDEFERRED: { sortKeyPart: 1 },
    ACCOUNTTOKEN: 'attribute',
  },
  samples: emailSamples,
};
