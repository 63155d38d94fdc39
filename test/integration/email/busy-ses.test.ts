import { describe, expect, inject, it } from 'vitest';
import { logged, mailTo, prefer } from '../../support/builders/email.ts';
import { aReader, notifyReader } from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a busy SES', () => {
  it('delays a mail without losing it', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    const fault = {
      effect: 'throttle',
      service: 'ses',
      action: 'SendEmail',
      bodyContains: reader.user.email,
      times: 1,
    };
    await fetch(`${inject('controlUrl')}/faults`, { method: 'POST', body: JSON.stringify(fault) });
    await notifyReader(admin, reader);
    expect(await logged(admin, 'state=delivered')).toMatchObject({ attempts: 2 });
    expect(await mailTo(reader.user.email)).toMatchObject({ tenantName: `pm-local-${admin.tenantId}` });
  });
});
