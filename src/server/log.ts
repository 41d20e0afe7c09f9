// Structured logs without secrets: what could open a session or a wallet never reaches them.
import type { LoggerOptions } from 'pino'
import type { Config } from './config.ts'

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

/** Shorter ones are no secrets, and would cut holes in the words of the log. */
const SECRET_LENGTH = 6

function passwordIn(address: string | undefined): string[] {
  const password = address === undefined ? '' : (URL.parse(address)?.password ?? '')
  return [password, decodeURIComponent(password)]
}

/** Every secret that the settings hold, for the log to keep to itself wherever a library repeats one. */
export function secretsOf(config: Config): string[] {
  const { payments, steamTrade } = config
  const held = [
    config.secret,
    config.steamApiKey,
    payments.cryptocloud?.apiKey,
    payments.cryptocloud?.secret,
    payments.stripe?.secretKey,
    payments.stripe?.webhookSecret,
    payments.monobank?.token,
    steamTrade?.password,
    steamTrade?.sharedSecret,
    steamTrade?.identitySecret,
    ...passwordIn(config.databaseUrl),
    ...passwordIn(config.redisUrl),
  ]
  return [...new Set(held.filter((value) => value !== undefined && value.length >= SECRET_LENGTH))] as string[]
}

/**
 * Settings of the log: JSON lines, secrets cut out at any of the usual depths, and those of the settings wherever they stand.
 *
 * @param secrets texts that no line may hold
 */
export function logOptions(level: string, secrets: readonly string[] = []): LoggerOptions {
  // As they stand within a string of JSON.
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
