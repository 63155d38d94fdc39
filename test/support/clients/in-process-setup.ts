/** The default of every test file; `callOverHttp` and `fanOutEvents` change it. */
import '../runtime/function-environment.ts';
import { holdEventsBack } from '../runtime/fan-out.ts';
import { callHandlersInProcess } from './in-process.ts';

callHandlersInProcess();
holdEventsBack();
