/** What the console says above the API's own words. */
export const problemTexts = {
  titles: new Map([
    [400, 'Please check what you have entered'],
    [401, 'Your session has expired'],
    [403, 'You may not do this'],
    [404, 'This does not exist here'],
    [409, 'This is not possible now'],
    [412, 'Changed by another user meanwhile'],
    [413, 'This is too large'],
    [422, 'Please check what you have entered'],
    [503, 'The service is busy'],
  ]),
  retryAfter: (seconds: number | undefined) =>
    seconds === undefined
      ? 'Too many requests: please wait a moment'
      : `Too many requests: try again in ${seconds} s`,
  failed: 'The service has failed',
  refused: 'The service has refused this',
  noAnswer: {
    title: 'The server does not respond',
    message: 'It may be stopped, or the network is down. What you have entered is kept; try again.',
  },
  defect: {
    title: 'This page has failed',
    message: 'Reload it; what is stored is not affected.',
  },
  passkey: {
    title: 'No passkey was used',
    message: 'It was declined, took too long, or is not on this device. Try again.',
  },
  requestId: 'Request id',
  tryAgain: 'Try again',
} as const;
