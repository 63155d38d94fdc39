/** The agent alone: `undici` itself would load fetch, WebSocket and caches, 20 ms more of every cold start. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
