import type { Construct } from 'constructs';
import { EmailSender } from '../constructs/email-sender.ts';
import type { Deployment } from '../deployment.ts';
import type { EmailOptions } from '../stage/stage-options.ts';
import { PlatformStack } from './platform-stack.ts';

/** The e-mail sender, for a stage that has one. */
export class EmailStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, email: EmailOptions) {
    super(scope, deployment, 'email-sender', 'Platform Modules: the e-mail sender');
    new EmailSender(this, 'Sender', { stage: deployment.stage, email });
  }
}
