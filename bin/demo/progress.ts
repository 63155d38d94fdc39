import type { Tour } from './tour.ts';

/** A worker of a team says how far it is, and people watch. */
export async function progressSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Progress');
  const key = 'acmeAdmin';
  const path = '/api/progress/jobs';
  const { id } = await sample('A worker announces what it is about to do', 'createProgressJob', {
    key,
    body: { name: `Reindex ${tag}` },
  });
  await sample('It begins, and has done four hundred', 'updateProgressJob', {
    key,
    params: { id: String(id) },
  });
  await step('Users with the right see the active jobs', {
    method: 'GET',
    path: '/api/progress/active',
    key: 'acmeViewer',
    expect: 200,
    show: ({ active }) => {
      const jobs = active as Record<string, unknown>[];
      return jobs.map(({ name, status, progressPercent }) => ({ name, status, progressPercent }));
    },
  });
  await step('A user requests its cancellation', {
    method: 'DELETE',
    path: `${path}/${id}`,
    key,
    expect: 200,
  });
  await step('With its next update it hears of that', {
    method: 'PUT',
    path: `${path}/${id}`,
    key,
    expect: 200,
    body: { processedCount: 500 },
  });
  await step('And stops', {
    method: 'PUT',
    path: `${path}/${id}`,
    key,
    expect: 200,
    body: { status: 'cancelled' },
  });
  await step('What has ended cannot be cancelled', {
    method: 'DELETE',
    path: `${path}/${id}`,
    key,
    expect: 400,
  });
}
