import { openSandbox } from '../src/clients/sandbox/open-sandbox.ts';

/** The sandbox that this machine allows, as the engine opens it. */
export const testSandbox = () => openSandbox({ searchPath: process.env['PATH'] ?? '' });
