// Structured logs without secrets: tokens, seeds and keys never reach them.
import { type Logger, type LoggerOptions, pino } from 'pino'

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

/** Removes the values of a statement, seeds and tokens among them, from Drizzle's message. */
function withoutValues(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')
}

/** Returns an error as the log shows it, without the rows and values that a database reports. */
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

/**
 * Returns the options of the log: JSON lines, secrets redacted in headers and bodies, and the settings' secrets anywhere.
 *
 * @param secrets texts that no line may hold
 */
export function logOptions(level: string, secrets: readonly string[] = []): LoggerOptions {
  // As JSON writes them within a string.
  const hidden = secrets.map((secret) => JSON.stringify(secret).slice(1, -1))
  return {
    level,
    hooks: { streamWrite: (line) => hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line) },
    serializers: { err: describeError },
    redact: {
      paths: SECRETS.flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`, `body["${name}"]`]),
      censor: '[secret]',
    },
  }
}

/** What a line in a terminal leaves out: details that JSON keeps. */
const LEFT_OUT = ['pid', 'hostname', 'reqId', 'reason', 'next']

/** Opens the log of a process on its standard output: lines for people in a terminal, JSON elsewhere. */
export async function openLog({
  logLevel,
  secrets,
}: {
  logLevel: string
  secrets: readonly string[]
}): Promise<Logger> {
  const options = logOptions(logLevel, secrets)
  if (!process.stdout.isTTY) return pino(options)
  // Not loaded by a service, whose memory counts.
  const { prettyFactory } = await import('pino-pretty')
  const format = prettyFactory({
    colorize: process.env.NO_COLOR === undefined,
    ignore: LEFT_OUT.join(','),
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  return pino(options, { write: (line: string) => void process.stdout.write(format(line)) })
}
