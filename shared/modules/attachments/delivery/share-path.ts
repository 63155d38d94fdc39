/** Where share links lead. */
export const sharePath = '/api/attachments/shared';
