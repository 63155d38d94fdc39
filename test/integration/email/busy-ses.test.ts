import { describe, expect, it } from 'vitest';
import { logged, mailTo, prefer } from '../../support/builders/email.ts';
import { aReader, notifyReader } from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a busy SES', () => {
  it('delays a mail without losing it', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    const fault = { effect: 'throttle', service: 'ses', bodyContains: reader.user.email, times: 1 } as const;
    await during(fault, async () => {
      await notifyReader(admin, reader);
      expect(await logged(admin, 'state=delivered')).toMatchObject({ attempts: 2 });
    });
    expect(await mailTo(reader.user.email)).toMatchObject({ tenantName: `pm-local-${admin.tenantId}` });
  });
});
