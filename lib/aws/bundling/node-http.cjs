/**
 * `node:http` for bundles. An `import` reads every export of the module, and one of them loads Node's WebSocket client
 * (undici): 20 ms of each cold start.
 */
module.exports = process.getBuiltinModule('node:http');
