export { createLogger, type Logger, type LogLevel, logLevels } from './create-logger.ts';
