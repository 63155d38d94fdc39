import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { finishLogIn } from '../../shared/modules/identity/factors/contract.ts';
import * as challenges from '../../shared/modules/identity/factors/log-in-challenge.ts';
import { loggedInReply } from '../../shared/modules/identity/sessions/session-replies.ts';

export const handler = endpoint(finishLogIn, async ({ body, client, context: { nowMs } }) => {
  const { isRemembered, ...tokens } = await challenges.finishLogIn(body, client, nowMs);
  return loggedInReply(tokens, { remember: isRemembered, redirect: body.redirect }, client, nowMs);
});
