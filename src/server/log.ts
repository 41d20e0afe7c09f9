// Structured logs without secrets: what could open a session or a wallet never reaches them.
import type { LoggerOptions } from 'pino'

const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-xsrf-token',
  'token',
  'companion',
  'serverSeed',
  'secret',
  'code',
]

/** Drizzle's message goes on with the values that a statement was given: seeds and tokens among them. */
function withoutValues(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')
}

/** An error as the log shows it: what happened, where and why, without the rows and values that a database tells along. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...('code' in error ? { code: error.code } : {}),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Settings of the log: JSON lines, secrets cut out at any of the usual depths. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: { err: describeError },
    redact: {
      paths: SECRETS.flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`, `body["${name}"]`]),
      censor: '[secret]',
    },
  }
}
