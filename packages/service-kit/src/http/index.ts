export { currentTraceparent } from '../tracing/span.ts';
export { clientNetwork } from './client-network.ts';
export type { Closing } from './close-connections.ts';
export { createHttpServer, type HttpServerOptions } from './create-http-server.ts';
export { faultOf, type HttpFault } from './faults.ts';
export {
  type Check,
  createOpsServer,
  type Health,
  type OpsOptions,
  type OpsServer,
  onlyDegrades,
  readHealth,
  registerOps,
} from './ops.ts';
export {
  type ContractHandlers,
  type InvalidRequest,
  type RegisterContractOptions,
  registerContract,
  replyOf,
} from './register-contract.ts';
