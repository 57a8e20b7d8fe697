export { createLogger, frequentLines, type Logger, type LogLevel, logLevels } from './create-logger.ts';
