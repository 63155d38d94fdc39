/** Every test file begins with requests that go to handlers in its process; `callOverHttp` changes that. */
import './function-environment.ts';
import { callHandlersInProcess } from './in-process.ts';

callHandlersInProcess();
