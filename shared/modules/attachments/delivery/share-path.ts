/** Path of share links; the token follows. */
export const sharePath = '/api/attachments/shared';
