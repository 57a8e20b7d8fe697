export { createHttpServer, type HttpServerOptions } from './create-http-server.ts';
export { faultOf, type HttpFault } from './faults.ts';
export { type Check, createOpsServer, type OpsOptions, type OpsServer, registerOps } from './ops.ts';
export {
  type ContractHandlers,
  type InvalidRequest,
  type RegisterContractOptions,
  registerContract,
  replyOf,
} from './register-contract.ts';
