/** How every test file begins; `callOverHttp` and `fanOutEvents` change it. */
import './function-environment.ts';
import { holdEventsBack } from './fan-out.ts';
import { callHandlersInProcess } from './in-process.ts';
import { rememberDerivedKeys } from './remembered-scrypt.ts';

callHandlersInProcess();
holdEventsBack();
rememberDerivedKeys();
