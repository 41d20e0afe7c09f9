// Refuses secrets that can be guessed: an attacker who guesses one can sign tokens or webhooks.

/** Bits that a secret has to have by its letters. Those that an operator makes have more than providers' own. */
const LEAST_BITS = { SECRET: 80, CRYPTOCLOUD_SECRET: 40, STRIPE_WEBHOOK_SECRET: 64 } as const

/** The least length of SECRET, in letters. */
export const LEAST_LENGTH = 32

/** What no random text contains by accident, and texts by hand often do. */
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

/** Returns a line for each secret that is weak, without its value. Only live mode asks. */
export function weakSecrets(given: Readonly<Record<string, string>>): string[] {
  return Object.entries(LEAST_BITS).flatMap(([name, least]) => {
    const value = given[name]?.replace(PREFIX, '')
    // A SECRET that is too short is reported as that.
    const isShort = name === 'SECRET' && (value?.length ?? 0) < LEAST_LENGTH
    if (value === undefined || isShort || (bitsOf(value) >= least && !WORDS.test(value))) return []
    const remedy =
      name === 'SECRET' ? 'make one with `openssl rand -base64 48`' : 'enter the one that the provider shows'
    return [`${name}: is easy to guess, ${remedy}`]
  })
}
