import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as signIn from '../../../shared/modules/identity/providers/sign-in.ts';
import { findSignIn } from '../../../shared/modules/identity/providers/sign-in-contract.ts';

export const handler = endpoint(findSignIn, signIn.findSignIn);
