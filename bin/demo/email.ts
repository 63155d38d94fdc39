import type { Tour } from './tour.ts';

/** A notification reaches a person as a mail. */
export async function emailSteps({ access, chapter, step, tag }: Tour): Promise<void> {
  chapter('E-mail');
  const { login, controlUrl } = access;
  if (login === undefined || controlUrl === undefined) return;
  const key = 'acmeAdmin';
  const { items } = await step('Whom a mail is for', {
    method: 'GET',
    path: `/api/auth/users?search=${encodeURIComponent(login.email)}`,
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const [user] = items as [{ id: string }];
  await step('She wants mails at once', {
    method: 'PUT',
    path: `/api/email/preferences?userId=${user.id}`,
    key,
    expect: 200,
    body: { mode: 'instant' },
    show: ({ effectiveMode }) => ({ effectiveMode }),
  });
  const title = `Order ${tag} is overdue`;
  await step('She is notified', {
    method: 'POST',
    path: '/api/notifications',
    key,
    expect: 201,
    body: {
      recipientUserId: user.id,
      type: 'sales.order.overdue',
      title,
      body: 'It should have left on Monday.',
    },
  });
  const isHers = (one: unknown) => Object(one).subject === title;
  await step('The mail, as the local SES has kept it (open it in a browser)', {
    method: 'GET',
    base: controlUrl,
    path: `/mail?to=${encodeURIComponent(login.email)}`,
    again: ({ mails }) => !Array.isArray(mails) || !mails.some(isHers),
    expect: 200,
    show: ({ mails }) => {
      const { subject, text } = Object((mails as unknown[]).find(isHers));
      return { subject, text };
    },
  });
  await step('And what the log says of it', {
    method: 'GET',
    path: `/api/email/log?search=${tag}`,
    key,
    again: ({ items: mails }) => Object(mails)[0]?.state !== 'delivered',
    expect: 200,
    show: ({ items: mails }) => {
      const { state, attempts } = Object(mails)[0];
      return { state, attempts };
    },
  });
}
