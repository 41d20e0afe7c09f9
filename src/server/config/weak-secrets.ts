// Refuses secrets and passwords that can be guessed: an attacker who guesses one can sign tokens or webhooks, or read the database.
import { isLoopback } from '../network/safe-address.ts'

/** Bits that a secret has to have by its letters. Secrets that an operator generates have more than those of providers. */
const LEAST_BITS = { SECRET: 80, CRYPTOCLOUD_SECRET: 40, STRIPE_WEBHOOK_SECRET: 64, ALERT_WEBHOOK_SECRET: 80 } as const

/** Bits that the password of a server has to have: a random one of 12 letters has more. */
const LEAST_PASSWORD_BITS = 40

/** Common passwords of servers. */
const SERVER_WORDS = /postgres|redis|admin/i

/** The least length of SECRET, in letters. */
export const LEAST_LENGTH = 32

/** Sequences that no random text contains by accident, but typed texts often do. */
const WORDS = /secret|password|change-?me|example|default|placeholder|qwerty|spacedrop|1234567|abcdefg/i

/** The prefix of a provider's secret is not random. */
const PREFIX = /^whsec_/

/** Returns the bits of a text by how often each of its letters occurs: the most that it can have. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

const isGuessable = (text: string, leastBits: number): boolean => bitsOf(text) < leastBits || WORDS.test(text)

/**
 * Tells whether anybody who reaches a server could sign in: it is on another machine, and its password is missing or weak. A client's
 * certificate counts as a password.
 */
function isOpenServer(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const { hostname, searchParams } = url
  const host = searchParams.get('host') ?? hostname
  const isSocket = /^($|\/|%2f)/i.test(host)
  if (isSocket || isLoopback(host) || searchParams.has('sslcert')) return false
  const password = searchParams.get('password') ?? url.password
  return isGuessable(password, LEAST_PASSWORD_BITS) || SERVER_WORDS.test(password)
}

function openServers(given: Readonly<Record<string, string>>): string[] {
  return ['DATABASE_URL', 'REDIS_URL'].flatMap((name) =>
    isOpenServer(given[name] ?? '')
      ? [
          `${name}: its server is on another machine and has no password, or one that is easy to guess: \`openssl rand -hex 24\``,
        ]
      : [],
  )
}

/** Returns a line for each secret and each password of a server that is weak, without its value. Only live mode calls it. */
export function weakSecrets(given: Readonly<Record<string, string>>): string[] {
  const weak = Object.entries(LEAST_BITS).flatMap(([name, least]) => {
    const value = given[name]?.replace(PREFIX, '')
    // A SECRET that is too short is reported as that.
    const isShort = name === 'SECRET' && (value?.length ?? 0) < LEAST_LENGTH
    if (value === undefined || isShort || !isGuessable(value, least)) return []
    const remedy =
      name === 'SECRET' ? 'make one with `openssl rand -base64 48`' : 'enter the one that the provider shows'
    return [`${name}: is easy to guess, ${remedy}`]
  })
  return [...weak, ...openServers(given)]
}
